/**
 * What measurements leave free: where the counts of a place lie when everything known of them is met and nothing else. Nothing that was measured
 * depends on it; it only has to be something, so that cells can be counted (docs/methods/topdown.md).
 */
import { estimateChildren, type MeasuredChildren } from './children.ts'
import { ChildSum, type NodeEstimate, type Subset, TensorShape } from './estimate/index.ts'
import type { NodeKnowledge } from './knowledge/index.ts'
import { emptyClasses, type RakedSum, rakeTo, type TableShape, type Term } from './solve/index.ts'

/** The children of one parent, with what is public of them. */
export interface FreeChildren {
  readonly measured: MeasuredChildren
  readonly classOf: Int32Array
  readonly classes: number
  readonly knowledge: readonly NodeKnowledge[]
  /** The parent's counts; absent at the top. */
  readonly parent?: Float64Array
}

/** Estimates of the children of one table, drawn to the parent where both are known. */
interface TableEstimates {
  readonly table: TableShape
  readonly shape: TensorShape
  readonly children: readonly NodeEstimate[]
}

/** Of the parent's counts, a cell of 0 is thought to have this part. */
const FLOOR = 1e-6

/**
 * A guess at the children: counts with the composition of the parent, raked to what is estimated of each of them (the largest entropy
 * that has these margins), and to sums that facts fix. [child * cells + cell]
 */
export function guessChildren(free: FreeChildren): Float64Array {
  const { measured, classOf, classes, knowledge } = free
  const { children, cells, tables } = measured
  const estimates = tables.map((_, t) => tableEstimates(free, t))
  const guesses = new Float64Array(children * cells)
  for (let child = 0; child < children; child++) {
    const guess = guesses.subarray(child * cells, (child + 1) * cells)
    const shut = emptyClasses(knowledge[child].rows, classes)
    const isOpen = (cell: number): boolean => classOf[cell] >= 0 && shut[classOf[cell]] === 0
    const sums = estimates.flatMap((table) => startTable(free, table, child, guess, isOpen))
    rakeTo(guess, [...sums, ...recodedSums(free, child), ...fixedSums(free, child)])
  }
  return guesses
}

function tableEstimates({ measured, parent }: FreeChildren, t: number): TableEstimates {
  const table = measured.tables[t]
  const shape = new TensorShape(table.sizes)
  const own: NodeEstimate[] = []
  estimateChildren(measured, t, (_, cells, precision) => own.push({ cells, precision }))
  const known = measured.known?.[t]
  if (known !== undefined) {
    const cellsOf = (child: number) => known.subarray(child * shape.cells, (child + 1) * shape.cells)
    return { table, shape, children: own.map(({ precision }, child) => ({ cells: cellsOf(child), precision })) }
  }
  const above = parent?.subarray(table.first, table.first + shape.cells)
  return { table, shape, children: above === undefined ? own : drawnTo(shape, above, own) }
}

/** Least squares with a parent that is known: what the estimates lack of it is shared out by their variances, part by part. */
function drawnTo(shape: TensorShape, parent: Float64Array, own: readonly NodeEstimate[]): readonly NodeEstimate[] {
  const sum = new ChildSum(shape)
  for (const child of own) sum.add(child)
  const together = sum.precision()
  const lacking = parent.map((count, cell) => count - sum.z[cell])
  return own.map(({ cells, precision }) => {
    const gap = lacking.slice()
    shape.apply(
      gap,
      precision.map((value, part) => (value > 0 ? together[part] / value : 0)),
    )
    return { cells: cells.map((value, cell) => value + gap[cell]), precision }
  })
}

/** Writes the guess of a table before it is raked, and gives the margins it is to be raked to. */
function startTable(
  { parent, measured }: FreeChildren,
  { table, shape, children }: TableEstimates,
  child: number,
  guess: Float64Array,
  isOpen: (cell: number) => boolean,
): readonly RakedSum[] {
  const { cells, precision } = children[child]
  const above = parent?.subarray(table.first, table.first + shape.cells)
  const everybody = above === undefined ? 1 : sumOf(above)
  const people = precision[0] > 0 ? Math.max(0, sumOf(cells)) : everybody / measured.children
  for (let cell = 0; cell < shape.cells; cell++) {
    if (!isOpen(table.first + cell)) continue
    const share = above === undefined || everybody === 0 ? 0 : above[cell] / everybody
    guess[table.first + cell] = people * (share + FLOOR / shape.cells)
  }
  return maximalParts(precision).flatMap((subset) => {
    const margin = shape.marginal(cells, subset).map((value) => Math.max(0, value))
    const total = sumOf(margin)
    const members = cellsByAnswer(shape.answerOf(subset), margin.length, table.first)
    return members.map((list, answer) => ({ cells: list, value: total > 0 ? (margin[answer] / total) * people : 0 }))
  })
}

/** The largest sets of attributes of whose margins something is known. */
function maximalParts(precision: Float64Array): readonly Subset[] {
  const known = [...precision.keys()].filter((part) => precision[part] > 0)
  return known.filter((part) => !known.some((other) => other !== part && (other & part) === part))
}

function cellsByAnswer(answerOf: Int32Array, answers: number, first: number): readonly number[][] {
  const members: number[][] = Array.from({ length: answers }, () => [])
  answerOf.forEach((answer, cell) => {
    if (answer >= 0) members[answer].push(first + cell)
  })
  return members
}

/** Answers of queries that are no marginals, where there is an estimate that knows them. */
function recodedSums({ measured }: FreeChildren, child: number): readonly RakedSum[] {
  const { known, queries, tables } = measured
  if (known === undefined) return []
  return queries.flatMap(({ marginal, answerOf, answers, table }): readonly RakedSum[] => {
    if (marginal !== undefined) return []
    const { first } = tables[table]
    const cells = known[table].length / measured.children
    const own = known[table].subarray(child * cells, (child + 1) * cells)
    return cellsByAnswer(answerOf, answers, 0).map((members) => ({
      cells: members,
      value: Math.max(
        0,
        members.reduce((sum, cell) => sum + own[cell - first], 0),
      ),
    }))
  })
}

/** Sums that facts fix at a child. */
function fixedSums({ knowledge, classOf, classes }: FreeChildren, child: number): readonly RakedSum[] {
  const fixed = knowledge[child].rows.filter(
    ({ lower, upper, coefficients }) => lower === upper && coefficients === undefined,
  )
  if (fixed.length === 0) return []
  const ofClass = cellsByAnswer(classOf, classes, 0)
  return fixed.map(({ classes: own, lower }) => ({ cells: [...own].flatMap((k) => ofClass[k]), value: lower }))
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/**
 * A term a table that draws every cell to its guess, `factor` times as much as the least that is known of any part of the child: too little to
 * move what is known, enough to decide the rest.
 */
export function guessTerms(measured: MeasuredChildren, guesses: Float64Array, factor: number): readonly Term[] {
  const { cells, tables } = measured
  return tables.map(({ first, sizes }, t) => {
    const size = sizes.reduce((product, n) => product * n, 1)
    const answerOf = new Int32Array(cells).fill(-1)
    for (let cell = 0; cell < size; cell++) answerOf[first + cell] = first + cell
    const weight = leastPrecisions(measured, t).map((precision) => factor * precision)
    return { name: '', answers: cells, answerOf, weight, target: guesses }
  })
}

/** Of what is exact, the least is not looked for: it is known by constraints. */
const EXACT = 1e6

/** The least precision of any known part, child by child. */
function leastPrecisions(measured: MeasuredChildren, t: number): Float64Array {
  const noisy = measured.queries.filter(({ table, variance }) => table === t && variance > 0)
  const own = noisy.filter(({ marginal }) => marginal === undefined).map(({ variance }) => 1 / variance)
  const best = noisy.reduce((most, { variance }) => Math.max(most, 1 / variance), 0) || 1
  const found = new Float64Array(measured.children)
  estimateChildren(measured, t, (child, _, precision) => {
    const known = [...precision, ...own].filter((value) => value > 0 && value < EXACT * best)
    found[child] = known.length === 0 ? best : Math.min(...known)
  })
  return found
}
