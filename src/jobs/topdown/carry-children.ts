/** The children of one parent in real numbers: what is known of them, and a guess at the rest. */
import { clarabelEngine } from '../../run/clarabel-engine.ts'
import { type CarriedSums, carryParent, guessChildren, guessTerms } from '../../topdown/index.ts'
import { dense, passesOf, type SolveTask, type SparseCounts, sparse, termsOf } from './solve-children.ts'

export interface CarryTask extends Omit<SolveTask, 'kept' | 'wanted' | 'ofParent'> {
  readonly carried: readonly CarriedSums[]
}

/** What the guess weighs, relative to the least that is known: up to a tenth moves no measured answer to speak of. */
const GUESS_WEIGHT = 0.01

export function carryChildren(task: CarryTask): readonly SparseCounts[] {
  const { measured, classOf, classes, knowledge, tried, proved, tables, carried } = task
  const { children, cells } = measured
  const parent = task.parent && dense(task.parent, cells)
  const guesses = guessChildren({ measured, classOf, classes, knowledge, ...(parent && { parent }) })
  const terms = [...termsOf(task, parent), ...guessTerms(measured, guesses, GUESS_WEIGHT)]
  const counts = carryParent(
    {
      cells,
      children,
      ...(parent && { parent }),
      carried,
      terms,
      passes: passesOf(task.passes, terms),
      classOf,
      classes,
      knowledge,
      ...(tried && { tried }),
      proved,
      tables,
    },
    clarabelEngine(),
  )
  return Array.from({ length: children }, (_, j) => sparse(counts.subarray(j * cells, (j + 1) * cells)))
}
