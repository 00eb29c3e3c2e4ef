/** A published table of cells, read into exact counts by region and cell, with whatever is wrong with its lines. */
import type { Database, Relation } from '../data/index.ts'
import { cellCount, type Query, type Schema, strides } from '../model/index.ts'
import { type CodedLines, fetchLines } from './topdown-lines.ts'
import { levelOfPlace, type Places, placeLookup } from './topdown-places.ts'
import { Tally } from './topdown-tally.ts'

export interface PublishedTable {
  /** Of each level, the count by region * cells + cell. Lines with a fault are left out. */
  readonly levels: readonly Tally[]
  readonly lines: number
  readonly faults: LineFaults
  /** Lines whose standard error is no number from 0 up. */
  readonly badErrors: number
}

export interface LineFaults {
  /** A level, region or label that the release does not have. */
  strangers: number
  /** A count that is not whole, not above 0, or beyond 2^53. */
  notWhole: number
  doubled: number
}

export function noFaults(): LineFaults {
  return { strangers: 0, notWhole: 0, doubled: 0 }
}

/** Requires the columns level, region, one an attribute, count and standard_error. */
export async function readPublished(
  db: Database,
  relation: Relation,
  places: Places,
  schema: Schema,
): Promise<PublishedTable> {
  const lookups = schema.attributes.map(({ name, levels }) => ({ columns: [name], rows: levels.map((l) => [l]) }))
  const coded = await fetchLines(db, relation, [placeLookup(places), ...lookups], COUNT_COLUMNS)
  const cell = cellsOf(coded, schema)
  return { ...countLines(coded, places, cell, cellCount(schema)), badErrors: badErrors(coded.numbers[1]) }
}

/** An empty standard error says that the measurements do not determine the count. */
export const COUNT_COLUMNS = [
  { column: 'count', empty: Number.NaN },
  { column: 'standard_error', empty: 0 },
]

export function badErrors(errors: Float64Array): number {
  return errors.reduce((bad, error) => bad + (Number.isFinite(error) && error >= 0 ? 0 : 1), 0)
}

/** The cell of each line, -1 where a label is not known. */
function cellsOf({ codes, lines }: CodedLines, schema: Schema): Float64Array {
  const steps = strides(schema)
  const cell = new Float64Array(lines)
  steps.forEach((stride, attribute) => {
    const labels = codes[attribute + 1]
    for (let i = 0; i < lines; i++) cell[i] = cell[i] < 0 || labels[i] < 0 ? -1 : cell[i] + labels[i] * stride
  })
  return cell
}

function countLines(
  { lines, codes: [place], numbers: [count] }: CodedLines,
  places: Places,
  cell: Float64Array,
  cells: number,
): Omit<PublishedTable, 'badErrors'> {
  const levels = places.levels.map(() => new Tally())
  const levelOf = levelOfPlace(places)
  const faults = noFaults()
  for (let i = 0; i < lines; i++) {
    if (place[i] < 0 || cell[i] < 0) {
      faults.strangers++
      continue
    }
    const level = levelOf[place[i]]
    const key = (place[i] - places.levels[level].first) * cells + cell[i]
    addOnce(levels[level], key, count[i], faults)
  }
  return { levels, lines, faults }
}

/** Adds a count that is whole, at least `least` and the first of its key; any other is a fault. */
export function addOnce(tally: Tally, key: number, count: number, faults: LineFaults, least = 1): void {
  if (tally.has(key)) faults.doubled++
  else if (!Number.isSafeInteger(count) || count < least) faults.notWhole++
  else tally.add(key, count)
}

/** The answers to a query at one level, by region * answers + answer, from its cells. */
export function answersFrom(cellTally: Tally, cells: number, { answers, answerOf }: Partition): Tally {
  const sums = new Tally()
  cellTally.forEach((key, count) => {
    const node = Math.floor(key / cells)
    const answer = answerOf[key - node * cells]
    if (answer >= 0) sums.add(node * answers + answer, count)
  })
  return sums
}

/** Some of the cells, each counted in one answer; -1 for the others. */
export type Partition = Pick<Query, 'answers' | 'answerOf'>

/** In words, what is wrong with the lines; empty when nothing is. */
export function faultsInWords({ strangers, notWhole, doubled }: LineFaults): string {
  const words = [
    [strangers, 'lines name a level, region or label that the release does not have'],
    [notWhole, 'counts are not whole numbers above 0'],
    [doubled, 'lines are there a second time'],
  ] as const
  return words.flatMap(([number, text]) => (number === 0 ? [] : [`${number.toLocaleString('en')} ${text}`])).join('; ')
}
