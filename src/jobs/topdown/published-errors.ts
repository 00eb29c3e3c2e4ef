/** The counts and standard errors that a top-down release published, by place and set of its cells. */
import {
  type CellStyle,
  type Database,
  fetchColumns,
  fileRelation,
  identifier,
  literal,
  type Relation,
} from '../../data/index.ts'
import { compileQuery, DETAILED, type Hierarchy, type Query, type Schema } from '../../model/index.ts'

/** The answers of a query at the places of a level that are not 0, place by place and in order. */
export interface PublishedLines {
  /** The lines of a place: start[node] .. start[node + 1] - 1. */
  readonly start: Int32Array
  readonly answer: Int32Array
  readonly count: Float64Array
  /** NaN where the release gives none. */
  readonly error: Float32Array
}

export interface PublishedErrors {
  /** One a level. */
  readonly cells: readonly PublishedLines[]
  /** One a level: by the set of cells that an answer counts (`setKey`), where its error is. */
  readonly answers: readonly ReadonlyMap<string, PublishedAnswer>[]
}

export interface PublishedAnswer {
  readonly lines: PublishedLines
  readonly answer: number
}

export interface PublishedFiles {
  readonly schema: Schema
  readonly cells: string
  readonly answers: string
  readonly manifest: { readonly cells?: CellStyle | undefined }
}

export async function readPublishedErrors(
  { schema, cells, answers, manifest }: PublishedFiles,
  hierarchy: Hierarchy,
  db: Database,
): Promise<PublishedErrors> {
  const detailed = compileQuery(schema, DETAILED)
  const byCell = await readLines(db, await fileRelation(db, cells, manifest.cells), hierarchy, detailed)
  const relation = await fileRelation(db, answers, manifest.cells)
  const [asked] = await fetchColumns(db, `select distinct ${text('query')} from ${relation.sql} order by 1`, ['text'])
  const bySet = hierarchy.levels.map(() => new Map<string, PublishedAnswer>())
  for (const name of asked.filter((one) => !one.startsWith('units: '))) {
    const query = compileQuery(schema, name)
    const sets = cellsOfAnswers(query)
    const levels = await readLines(db, relation, hierarchy, query, `where ${text('query')} = ${literal(name)}`)
    levels.forEach((lines, level) => {
      if (lines.answer.length === 0) return
      for (const [answer, set] of sets.entries()) bySet[level].set(setKey(set), { lines, answer })
    })
  }
  return { cells: byCell, answers: bySet }
}

export function setKey(cells: readonly number[]): string {
  return cells.join()
}

/** The cells that each answer counts, in order. */
export function cellsOfAnswers({ answers, answerOf }: Pick<Query, 'answers' | 'answerOf'>): readonly number[][] {
  const sets: number[][] = Array.from({ length: answers }, () => [])
  answerOf.forEach((answer, cell) => {
    if (answer >= 0) sets[answer].push(cell)
  })
  return sets
}

/** Where the line of an answer stands, -1 when it is not there: its count is 0. */
export function lineOf({ start, answer }: PublishedLines, node: number, wanted: number): number {
  let [from, to] = [start[node], start[node + 1]]
  while (from < to) {
    const middle = (from + to) >> 1
    if (answer[middle] < wanted) from = middle + 1
    else to = middle
  }
  return from < start[node + 1] && answer[from] === wanted ? from : -1
}

function text(column: string): string {
  return `coalesce(cast(${identifier(column)} as varchar), '')`
}

/** From 0 up, -1 for a text that is not in the list. */
function code(column: string, values: readonly string[]): string {
  return `(coalesce(list_position([${values.map(literal).join(', ')}], ${text(column)}), 0) - 1)`
}

async function readLines(
  db: Database,
  relation: Relation,
  { levels }: Hierarchy,
  query: Query,
  where = '',
): Promise<readonly PublishedLines[]> {
  const answer = query.dimensions.reduce(
    (sum, { name, labels }) => `(${sum}) * ${labels.length} + ${code(name, labels)}`,
    '0',
  )
  const names = levels.map(({ name }) => name)
  const number = (column: string): string => `coalesce(try_cast(${text(column)} as double), 'nan'::double)`
  const [level, region, answers, counts, errors] = await fetchColumns(
    db,
    `select ${code('level', names)}::integer, ${text('region')}, (${answer})::integer, ${number('count')}, ${number('standard_error')} from ${relation.sql} ${where}`,
    ['int32', 'text', 'int32', 'float64', 'float64'],
  )
  return levels.map(({ regions }, l) => {
    const nodeOf = new Map(regions.map((name, node) => [name, node]))
    const nodes = Int32Array.from(region, (name, i) => (level[i] === l ? (nodeOf.get(name) ?? -1) : -1))
    return inOrder(nodes, answers, counts, errors, regions.length)
  })
}

function inOrder(
  nodes: Int32Array,
  answers: Int32Array,
  counts: Float64Array,
  errors: Float64Array,
  places: number,
): PublishedLines {
  const order = Array.from(nodes.keys()).filter((i) => nodes[i] >= 0)
  order.sort((a, b) => nodes[a] - nodes[b] || answers[a] - answers[b])
  const start = new Int32Array(places + 1)
  for (const i of order) start[nodes[i] + 1]++
  for (let node = 0; node < places; node++) start[node + 1] += start[node]
  return {
    start,
    answer: Int32Array.from(order, (i) => answers[i]),
    count: Float64Array.from(order, (i) => counts[i]),
    error: Float32Array.from(order, (i) => errors[i]),
  }
}
