/** The files of a top-down release. */
import { type Database, type OutputFormat, TableWriter, type WriteColumn } from '../../data/index.ts'
import { type CountsPart, countParts, type Hierarchy, type PlaceCounts, type Query } from '../../model/index.ts'
import type { Progress } from '../../run/events.ts'
import { regionColumns } from '../../run/region-table.ts'
import type { RunFolder } from '../../run/run-folder.ts'
import type { BoundFact } from '../../topdown/index.ts'
import { answeredQueries, answerLines, listsZeros } from './answer-lines.ts'
import { impliedLines } from './implied-lines.ts'
import { leavesOf } from './released.ts'
import type { SolvedRelease } from './solve-measured.ts'
import { compileOf } from './tables.ts'

export interface OutputJob {
  readonly db: Database
  readonly folder: RunFolder
  readonly solved: SolvedRelease
  readonly format: OutputFormat
  readonly progress: Progress
}

/** Writes one table piece by piece; `pieces` give the columns of each, the first one empty for its shape. */
async function write(
  job: OutputJob,
  name: string,
  pieces: Iterable<readonly WriteColumn[]> | AsyncIterable<readonly WriteColumn[]>,
): Promise<string> {
  const file = `${name}.${job.format}`
  let writer: TableWriter | undefined
  for await (const columns of pieces) {
    writer ??= await TableWriter.open(job.db, columns)
    await writer.append(columns)
  }
  await writer?.finish(job.folder.path(file), job.format)
  return file
}

export function writeRegions(job: OutputJob): Promise<string> {
  const { hierarchy } = job.solved
  return write(
    job,
    'regions',
    hierarchy.levels.map((_, level) => regionColumns(hierarchy, level)),
  )
}

/** level, region, one column per attribute, count, standard_error; only cells with somebody in them. */
export function writeCells(job: OutputJob, t: number): Promise<string> {
  const { tables, released, hierarchy, calibration } = job.solved
  const table = tables[t]
  const detailed = compileOf(table, 'detailed')
  const place = placeColumns(hierarchy)
  async function* pieces(): AsyncGenerator<readonly WriteColumn[]> {
    for (const [level, counts] of released[t].levels.entries()) {
      for await (const part of countParts(counts)) {
        const { cell, count } = part.histogram
        const nodes = nodeOfEntry(part)
        yield [
          ...place(level, nodes),
          ...detailed.dimensions.map((_, d) => labelColumn(detailed, d, cell)),
          { name: 'count', kind: 'whole', values: count },
          {
            name: 'standard_error',
            kind: 'real',
            values: count.map((n, i) => round(calibration.errorOf(t, level, nodes[i], detailed, cell[i], n))),
          },
        ]
      }
    }
  }
  return write(job, table.name === 'people' ? 'cells' : 'units', pieces())
}

/** Standard errors are shown to three digits after the point; NaN where the measurements do not determine a count. */
function round(error: number): number {
  return Number.isFinite(error) ? Math.round(error * 1000) / 1000 : Number.NaN
}

function nodeOfEntry({ from, histogram: { start, cell } }: CountsPart): Int32Array {
  const nodes = new Int32Array(cell.length)
  for (let node = 0; node + 1 < start.length; node++) nodes.fill(from + node, start[node], start[node + 1])
  return nodes
}

type PlaceColumns = (level: number, nodes: Int32Array) => WriteColumn[]

/** Level and region as labels: regions of all levels in one list. */
function placeColumns({ levels }: Hierarchy): PlaceColumns {
  const names = levels.map(({ name }) => name)
  const regions = levels.flatMap((level) => level.regions)
  const first = levels.map((_, l) => levels.slice(0, l).reduce((n, level) => n + level.regions.length, 0))
  return (level, nodes) => [
    { name: 'level', kind: 'label', labels: names, codes: new Int32Array(nodes.length).fill(level) },
    { name: 'region', kind: 'label', labels: regions, codes: nodes.map((node) => first[level] + node) },
  ]
}

function labelColumn(query: Query, d: number, answers: Int32Array): LabelColumn {
  const { name, labels } = query.dimensions[d]
  const step = query.dimensions.slice(d + 1).reduce((product, { labels: l }) => product * l.length, 1)
  return { name, kind: 'label', labels, codes: answers.map((answer) => Math.floor(answer / step) % labels.length) }
}

/** level, region, query, one column per dimension, count, standard_error: the answers of the workload. */
export function writeAnswers(job: OutputJob): Promise<string> {
  return write(job, 'answers', answerPieces(job))
}

async function* answerPieces({ solved }: OutputJob): AsyncGenerator<readonly WriteColumn[]> {
  const place = placeColumns(solved.hierarchy)
  const asked = answeredQueries(solved)
  const zeros = listsZeros(solved)
  const names = [...new Set(asked.map(({ name }) => name))]
  const dimensions = [...labelsByName(asked.flatMap(({ query }) => query.dimensions))]
  for (const { t, level, query, name } of asked) {
    for await (const part of countParts(solved.released[t].levels[level])) {
      const { nodes, answers, counts } = answerLines(part, query, zeros)
      yield [
        ...place(level, nodes),
        { name: 'query', kind: 'label', labels: names, codes: new Int32Array(nodes.length).fill(names.indexOf(name)) },
        ...dimensions.map(([dimension, labels]): WriteColumn => {
          const d = query.dimensions.findIndex((own) => own.name === dimension)
          if (d >= 0) return relabelled(labelColumn(query, d, answers), labels)
          return { name: dimension, kind: 'label', labels, codes: new Int32Array(nodes.length).fill(-1) }
        }),
        { name: 'count', kind: 'whole', values: counts },
        {
          name: 'standard_error',
          kind: 'real',
          values: counts.map((n, i) => round(solved.calibration.errorOf(t, level, nodes[i], query, answers[i], n))),
        },
      ]
    }
  }
}

/** People and units may have an attribute of one name with other levels: every piece is written with all labels of the name. */
function labelsByName(dimensions: Query['dimensions']): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, readonly string[]>()
  for (const { name, labels } of dimensions) all.set(name, [...new Set([...(all.get(name) ?? []), ...labels])])
  return all
}

function relabelled(column: LabelColumn, labels: readonly string[]): LabelColumn {
  const code = column.labels.map((label) => labels.indexOf(label))
  return { ...column, labels, codes: column.codes.map((own) => code[own]) }
}

type LabelColumn = Extract<WriteColumn, { kind: 'label' }>

/** region and one column per attribute: one line per person (or unit) of the leaves. */
export function writeMicrodata(job: OutputJob, t: number): Promise<string> {
  const { tables, released, hierarchy } = job.solved
  const table = tables[t]
  const last = hierarchy.levels.length - 1
  const detailed = compileOf(table, 'detailed')
  const place = placeColumns(hierarchy)
  async function* pieces(): AsyncGenerator<readonly WriteColumn[]> {
    for await (const [nodes, cells] of persons(leavesOf(released[t]))) {
      yield [place(last, nodes)[1], ...detailed.dimensions.map((_, d) => labelColumn(detailed, d, cells))]
    }
  }
  return write(job, table.name === 'people' ? 'microdata' : 'unit-microdata', pieces())
}

const PERSONS_AT_ONCE = 1 << 20

/** Leaf and cell of every person, a million at a time. */
async function* persons(leaves: PlaceCounts): AsyncGenerator<readonly [Int32Array, Int32Array]> {
  let nodes: number[] = []
  let cells: number[] = []
  for await (const part of countParts(leaves)) {
    const { cell, count } = part.histogram
    const nodeOf = nodeOfEntry(part)
    for (let i = 0; i < cell.length; i++) {
      for (let n = 0; n < count[i]; n++) {
        nodes.push(nodeOf[i])
        cells.push(cell[i])
      }
      if (nodes.length < PERSONS_AT_ONCE) continue
      yield [Int32Array.from(nodes), Int32Array.from(cells)]
      nodes = []
      cells = []
    }
  }
  yield [Int32Array.from(nodes), Int32Array.from(cells)]
}

/** A fact as it is published: its answers in the words of its query. */
export interface PublishedFact {
  readonly fact: BoundFact
  readonly table: string
  readonly answers: readonly string[]
}

/** The mode and the table of lines that the facts imply. */
const IMPLIED = 'implied'

interface FactLine {
  readonly node: number
  readonly answer: string
  readonly lower: number
  readonly upper: number
}

interface FactLines {
  readonly fact: string
  readonly mode: string
  readonly table: string
  readonly level: number
  readonly lines: readonly FactLine[]
}

/** fact, mode, table, level, region, answer, lower, upper: every bound that says anything; then what they imply, level by level. */
export function writeFacts(job: OutputJob, facts: readonly PublishedFact[]): Promise<string> {
  const { hierarchy, implied, tables: own } = job.solved
  const place = placeColumns(hierarchy)
  const above = impliedLines(hierarchy, implied, own)
  const all = [
    ...facts.map(statedLines),
    ...hierarchy.levels.flatMap((_, level): readonly FactLines[] => {
      const lines = above.filter((line) => line.level === level).map(({ sum, ...line }) => ({ ...line, answer: sum }))
      return lines.length === 0 ? [] : [{ fact: IMPLIED, mode: IMPLIED, table: IMPLIED, level, lines }]
    }),
  ]
  const label = (of: 'fact' | 'mode' | 'table') => {
    const labels = [...new Set(all.map((one) => one[of]))]
    return (one: FactLines): WriteColumn => {
      const codes = new Int32Array(one.lines.length).fill(labels.indexOf(one[of]))
      return { name: of, kind: 'label', labels, codes }
    }
  }
  const [fact, mode, table] = [label('fact'), label('mode'), label('table')]
  const pieces = all.map((one): WriteColumn[] => {
    const { level, lines } = one
    const nodes = Int32Array.from(lines, ({ node }) => node)
    const upper = lines.map((line) => (line.upper < Number.POSITIVE_INFINITY ? String(line.upper) : null))
    return [
      fact(one),
      mode(one),
      table(one),
      ...place(level, nodes),
      { name: 'answer', kind: 'text', values: lines.map(({ answer }) => answer) },
      { name: 'lower', kind: 'whole', values: Float64Array.from(lines, ({ lower }) => lower) },
      { name: 'upper', kind: 'text', values: upper },
    ]
  })
  return write(job, 'facts', pieces)
}

function statedLines({ fact, table, answers }: PublishedFact): FactLines {
  const { name, mode, level, lower, upper } = fact
  const said = [...lower.keys()].filter((i) => lower[i] > 0 || upper[i] < Number.POSITIVE_INFINITY)
  const lines = said.map((i) => ({
    node: Math.floor(i / fact.answers),
    answer: answers[i % fact.answers],
    lower: lower[i],
    upper: upper[i],
  }))
  return { fact: name, mode, table, level, lines }
}
