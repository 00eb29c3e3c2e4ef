/** The children of one parent: summed, or solved. Everything here is public: measurements and facts. */
import { Solver } from '../../optimize/index.ts'
import { clarabelEngine } from '../../run/clarabel-engine.ts'
import {
  ChildSum,
  estimateChildren,
  type Failsafe,
  guessTerms,
  levelTerms,
  type MeasuredChildren,
  nestedChain,
  type ParentProblem,
  type Partition,
  type SolveSteps,
  solveParent,
  TensorShape,
  type Term,
  treeTerms,
} from '../../topdown/index.ts'

/** The sum of what is known of a parent's children, table by table. */
export interface SummedChildren {
  readonly z: Float64Array
  readonly precision: Float64Array
}

export function sumChildren(measured: MeasuredChildren): readonly SummedChildren[] {
  return measured.tables.map(({ sizes }, table) => {
    const sum = new ChildSum(new TensorShape(sizes))
    estimateChildren(measured, table, (_, cells, precision) => sum.add({ cells, precision }))
    return { z: sum.z, precision: sum.precision() }
  })
}

export interface SolveTask
  extends Pick<ParentProblem, 'classOf' | 'classes' | 'ofParent' | 'knowledge' | 'tried' | 'proved' | 'tables'> {
  readonly measured: MeasuredChildren
  readonly estimate: 'tree' | 'level'
  /** How much the totals of leaves weigh at most, times what their noise says. */
  readonly totals: number
  /** The parent's people by cell; absent at the top. */
  readonly parent?: SparseCounts
  /** The real counts that the leaves below each child add up to, where the workload leaves cells free. */
  readonly wanted?: readonly SparseCounts[]
  /** Names of queries to be met first, second and so on. */
  readonly passes: readonly (readonly string[])[]
  /** Queries in the order of their importance, of which rounding keeps those that nest; none to keep none. */
  readonly kept: readonly (readonly Partition[])[]
}

export interface SparseCounts {
  readonly cell: Int32Array
  readonly count: Float64Array
}

export interface SolvedChildren {
  /** One a child. */
  readonly counts: readonly SparseCounts[]
  readonly steps: SolveSteps
  readonly failsafe?: Failsafe
  readonly dropped: boolean
}

const solver = new Solver()

/** What the sums of leaves weigh, relative to the least that is known. */
const WANTED_WEIGHT = 0.1

/** The least squares of the children, as far as it is measured. */
export function termsOf(
  { measured, estimate, totals }: Pick<SolveTask, 'measured' | 'estimate' | 'totals'>,
  parent: Float64Array | undefined,
): Term[] {
  return estimate === 'tree' ? treeTerms(measured, { most: totals, ...(parent && { parent }) }) : levelTerms(measured)
}

function wantedTerms({ measured, wanted }: SolveTask): readonly Term[] {
  if (wanted === undefined) return []
  const { children, cells } = measured
  const counts = new Float64Array(children * cells)
  wanted.forEach((own, child) => {
    counts.set(dense(own, cells), child * cells)
  })
  return guessTerms(measured, counts, WANTED_WEIGHT)
}

export async function solveChildren(task: SolveTask): Promise<SolvedChildren> {
  const { measured, classOf, classes, ofParent, knowledge, tried, proved, tables } = task
  const { children, cells } = measured
  const parent = task.parent && dense(task.parent, cells)
  const terms = [...termsOf(task, parent), ...wantedTerms(task)]
  const solution = await solveParent(
    {
      cells,
      children,
      ...(parent && { parent }),
      terms,
      passes: passesOf(task.passes, terms),
      classOf,
      classes,
      ...(ofParent && { ofParent }),
      knowledge,
      ...(tried && { tried }),
      proved,
      chain: task.kept.flatMap((partitions) => nestedChain(partitions, classOf)),
      tables,
    },
    { solver, cone: clarabelEngine() },
  )
  const { counts, ...rest } = solution
  return {
    ...rest,
    counts: Array.from({ length: children }, (_, j) => sparse(counts.subarray(j * cells, (j + 1) * cells))),
  }
}

/** The terms of each pass; those of queries that no pass names come last. */
export function passesOf(passes: SolveTask['passes'], terms: readonly Term[]): readonly (readonly number[])[] {
  if (passes.length === 0) return []
  const named = passes.map((names) => [...terms.keys()].filter((t) => names.includes(terms[t].name)))
  const rest = [...terms.keys()].filter((t) => !named.flat().includes(t))
  return [...named, rest].filter((pass) => pass.length > 0)
}

export function dense({ cell, count }: SparseCounts, cells: number): Float64Array {
  const out = new Float64Array(cells)
  cell.forEach((c, i) => {
    out[c] = count[i]
  })
  return out
}

export function sparse(counts: Float64Array): SparseCounts {
  const cell: number[] = []
  counts.forEach((count, c) => {
    if (count !== 0) cell.push(c)
  })
  return { cell: Int32Array.from(cell), count: Float64Array.from(cell, (c) => counts[c]) }
}
