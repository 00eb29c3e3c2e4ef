/**
 * The least squares over the whole tree that knows what is public: cells that facts keep empty, sums that they fix, and queries that are no
 * marginals. Without any of these the sums upward are the same, and nothing is done here; nor where the leaves are too many to hold.
 */
import { type Hierarchy, leafLevel } from '../../model/index.ts'
import {
  type ClassRow,
  emptyClasses,
  type Implied,
  type KnownSum,
  type MeasuredQuery,
  type PublicTree,
  solveTreeSquares,
  type TableShape,
  TensorShape,
  type TreeQuery,
} from '../../topdown/index.ts'
import type { DescentFrame } from './chunk-input.ts'
import { childRange } from './chunk-plan.ts'

/** What of a descent is measured and known. */
interface MeasuredPlaces {
  readonly hierarchy: Hierarchy
  readonly cells: number
  readonly tables: readonly TableShape[]
  readonly queries: readonly (readonly MeasuredQuery[])[]
  readonly read: (level: number, from: number, to: number) => Promise<readonly Float64Array[]>
  readonly implied: Implied
}

/** By table and level: [node * cells + cell]. */
type TreeEstimates = readonly (readonly Float64Array[])[]

/** Cells of leaves that are held in memory, about a hundred bytes each. */
const MOST_CELLS = 1e7
/** Where the steps did not come this near, in standard deviations over all answers, the sums upward stand. */
const MOST_OFF = 1
/** What is exact counts as measured with this part of the least variance. */
const EXACT_PART = 1e-2

/** The cells of the children of a chunk, table by table; undefined where the plain sums upward are the same, or too large to hold. */
export async function knownCells(
  { hierarchy, solve, implied, chunks }: Omit<DescentFrame, 'carry'>,
  read: MeasuredPlaces['read'],
): Promise<((level: number, chunk: number) => readonly Float64Array[]) | undefined> {
  if (solve.estimate !== 'tree') return undefined
  const { cells, shapes: tables, queries } = solve
  const found = await treeEstimates({ hierarchy, cells, tables, queries, read, implied })
  if (found === undefined) return undefined
  return (level, chunk) => {
    const { first } = chunks[level]
    const [a, b] = childRange(hierarchy, level, first[chunk], first[chunk + 1])
    return found.map((levels, t) => {
      const size = cellsOfTable(tables[t])
      return levels[level].slice(a * size, b * size)
    })
  }
}

function cellsOfTable({ sizes }: TableShape): number {
  return sizes.reduce((product, n) => product * n, 1)
}

/** Whether there is anything that the plain sums upward do not know. */
export function knowsMore({ hierarchy, solve, implied }: Omit<DescentFrame, 'chunks' | 'carry'>): boolean {
  const { estimate, cells, queries } = solve
  return estimate === 'tree' && openWhereKnown({ hierarchy, cells, queries, implied }) !== undefined
}

type KnownPlaces = Pick<MeasuredPlaces, 'hierarchy' | 'cells' | 'queries' | 'implied'>

/** The open cells of the leaves (see openCells); undefined where the plain sums upward know as much, or the leaves are too many to hold. */
function openWhereKnown(places: KnownPlaces): Uint8Array | undefined {
  const leaves = leafLevel(places.hierarchy).regions.length
  if (leaves * places.cells > MOST_CELLS || leaves === 1) return undefined
  const open = openCells(places, leaves)
  const plain = places.queries.flat().every(({ marginal }) => marginal !== undefined)
  return plain && open.every((flag) => flag === 1) ? undefined : open
}

async function treeEstimates(places: MeasuredPlaces): Promise<TreeEstimates | undefined> {
  const open = openWhereKnown(places)
  if (open === undefined) return undefined
  const values = await Promise.all(
    places.hierarchy.levels.map(({ regions }, level) => places.read(level, 0, regions.length)),
  )
  const solved = places.tables.map((table, t) => solveTreeSquares(tableTree(places, table, t, open, values)))
  return solved.every(({ off }) => off <= MOST_OFF) ? solved.map(({ cells }) => cells) : undefined
}

/** [leaf * cells + cell]: 0 where facts keep everybody out. */
function openCells({ cells, hierarchy, implied }: KnownPlaces, leaves: number): Uint8Array {
  const open = new Uint8Array(leaves * cells)
  const last = hierarchy.levels.length - 1
  for (let leaf = 0; leaf < leaves; leaf++) {
    const shut = emptyClasses(implied.at(last, leaf).rows, implied.classes)
    for (let cell = 0; cell < cells; cell++) {
      const k = implied.classOf[cell]
      open[leaf * cells + cell] = k >= 0 && shut[k] === 0 ? 1 : 0
    }
  }
  return open
}

type Values = readonly (readonly Float64Array[])[]

function tableTree(places: MeasuredPlaces, table: TableShape, t: number, open: Uint8Array, values: Values): PublicTree {
  const shape = new TensorShape(table.sizes)
  const { hierarchy, cells } = places
  const noisy = places.queries.flat().filter((query) => query.table === t && query.variance > 0)
  const least = noisy.reduce((v, { variance }) => Math.min(v, variance), noisy[0]?.variance ?? 1)
  const finest = exactAtLeaves(places, t)
  const own = places.queries.map((list, level) =>
    list.flatMap((query, q) =>
      query.table === t && query !== finest ? [treeQuery(query, table, shape, values[level][q], least)] : [],
    ),
  )
  const last = hierarchy.levels.length - 1
  const exact = finest && treeQuery(finest, table, shape, values[last][places.queries[last].indexOf(finest)], least)
  const leaves = open.length / cells
  const ownOpen = new Uint8Array(leaves * shape.cells)
  for (let leaf = 0; leaf < leaves; leaf++) {
    const from = leaf * cells + table.first
    ownOpen.set(open.subarray(from, from + shape.cells), leaf * shape.cells)
  }
  const sums = knownSums(places, table, shape, least)
  return { shape, hierarchy, queries: own, sums, open: ownOpen, ...(exact && { exact }) }
}

/** Of the queries that are exact at every leaf, the one with the most answers. */
function exactAtLeaves({ queries }: MeasuredPlaces, t: number): MeasuredQuery | undefined {
  const exact = (queries.at(-1) ?? []).filter(({ table, variance }) => table === t && variance === 0)
  return exact.reduce<MeasuredQuery | undefined>((most, q) => (q.answers > (most?.answers ?? 0) ? q : most), undefined)
}

function treeQuery(
  { answers, answerOf, variance, marginal }: MeasuredQuery,
  { first }: TableShape,
  shape: TensorShape,
  values: Float64Array,
  least: number,
): TreeQuery {
  return {
    answers,
    answerOf: answerOf.slice(first, first + shape.cells),
    variance: variance === 0 ? EXACT_PART * least : variance,
    values,
    ...(marginal && { subset: marginal.subset }),
  }
}

/** Sums above 0 that a public table fixes; what the data publish exactly is among the queries. */
function knownSums(places: MeasuredPlaces, table: TableShape, shape: TensorShape, least: number): KnownSum[] {
  const { hierarchy, implied, queries } = places
  const sums: KnownSum[] = []
  hierarchy.levels.forEach(({ regions }, level) => {
    const measured = queries[level].filter(({ variance }) => variance === 0)
    for (let node = 0; node < regions.length; node++) {
      for (const row of implied.at(level, node).rows) {
        if (row.fact < 0 || row.lower !== row.upper || row.upper === 0 || row.coefficients !== undefined) continue
        const cells = cellsOf(row, implied.classOf, table, shape)
        if (cells === undefined || measured.some((query) => isAnswer(query, cells, table))) continue
        sums.push({ level, node, cells, value: row.lower, variance: EXACT_PART * least })
      }
    }
  })
  return sums
}

/** The cells of a row within its table; undefined when it has others too. */
function cellsOf(
  { classes }: ClassRow,
  classOf: Int32Array,
  { first }: TableShape,
  shape: TensorShape,
): Int32Array | undefined {
  const wanted = new Set(classes)
  const cells: number[] = []
  for (let cell = 0; cell < classOf.length; cell++) {
    if (!wanted.has(classOf[cell])) continue
    if (cell < first || cell >= first + shape.cells) return undefined
    cells.push(cell - first)
  }
  return Int32Array.from(cells)
}

function isAnswer({ answerOf }: MeasuredQuery, cells: Int32Array, { first }: TableShape): boolean {
  const answer = answerOf[first + cells[0]]
  return answer >= 0 && cells.every((cell) => answerOf[first + cell] === answer)
}
