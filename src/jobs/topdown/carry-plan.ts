/**
 * What goes down a tree in real numbers before cells are counted, where the workload leaves cells free: every answer that is measured at any level,
 * and the sums that facts above the leaves bind. Where the cells of every parent are known, there is nothing to be carried.
 */
import type { Hierarchy } from '../../model/index.ts'
import {
  type CarriedSums,
  type Fact,
  finestOf,
  type Implied,
  type Knowledge,
  TensorShape,
} from '../../topdown/index.ts'
import type { SolvePlan } from './solve-plan.ts'

/** Of every level, what its nodes hand down to their children; undefined where cells can be counted at once. */
export type CarryPlan = readonly (readonly CarriedSums[])[] | undefined

export function planCarry(
  { levels }: Hierarchy,
  solve: Pick<SolvePlan, 'queries' | 'shapes' | 'estimate' | 'cells'>,
  knowledge: Knowledge,
  { classOf, classes }: Pick<Implied, 'classOf' | 'classes'>,
): CarryPlan {
  if (!leavesCellsFree(solve)) return undefined
  return levels.map((_, level) => {
    const measured = solve.estimate === 'tree' ? solve.queries.flat() : solve.queries.slice(0, level + 1).flat()
    const facts = knowledge.facts.filter(
      (fact) => isBinding(fact) && fact.level <= level && fact.level + 1 < levels.length,
    )
    const bound = facts.map((fact) => sumsOfFact(fact, knowledge, { answers: classes, answerOf: classOf }))
    const sums = [...measured.map(({ answers, answerOf }): CarriedSums => ({ answers, answerOf })), ...bound]
    const weighted = sums.filter(({ coefficient }) => coefficient !== undefined)
    return [...finestOf(sums.filter(({ coefficient }) => coefficient === undefined)), ...weighted]
  })
}

/** Whether there is a node above the leaves of whose cells something is unknown. */
export function leavesCellsFree({
  queries,
  shapes,
  estimate,
}: Pick<SolvePlan, 'queries' | 'shapes' | 'estimate'>): boolean {
  return queries.slice(0, -1).some((own, level) => {
    const known = estimate === 'tree' ? queries.slice(level).flat() : own
    return shapes.some(({ sizes }, t) => {
      const { varied } = new TensorShape(sizes)
      return !known.some(
        ({ table, marginal }) => table === t && marginal !== undefined && (marginal.subset & varied) === varied,
      )
    })
  })
}

function isBinding({ mode }: Fact): boolean {
  return mode !== 'checked'
}

/** A fact that speaks of a part of a released cell is carried by the totals of classes: the nearest that are released. */
function sumsOfFact(fact: Fact, { project }: Knowledge, classTotals: CarriedSums): CarriedSums {
  if (project !== undefined) return classTotals
  if (fact.kind === 'bound') return { answers: fact.answers, answerOf: fact.answerOf }
  const { coefficient } = fact
  return { answers: 1, answerOf: Int32Array.from(coefficient, (value) => (value === 0 ? -1 : 0)), coefficient }
}
