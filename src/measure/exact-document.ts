/** What `verify` needs to see for itself what is exact: the proofs of which lines must be tight, and which public tables are whole. */
import type { JointPlan } from './joint-plan.ts'
import { shapeWords } from './place-shapes.ts'

export interface ExactDocument {
  /** The fields of public tables that have a count for every place and answer; null where public tables are not reckoned with. */
  readonly whole: readonly string[] | null
  readonly shapes: readonly ShapeProof[]
}

/** Lines and classes in their order; a class stands for its lowest cell, over the cells of all tables. */
interface ShapeProof {
  readonly level: number
  /** A digit per level from the top: whether the node there has siblings. */
  readonly siblings: string
  /** Above 0 just where a line is tight. */
  readonly lines: readonly string[]
  /** By leaf and class: above 0 just where nobody can be. */
  readonly never: readonly string[]
  /** By leaf and class: counts that keep all lines, strictly where that is possible. */
  readonly interior: readonly string[]
}

export function exactDocument({ request, joint, derived }: JointPlan): ExactDocument {
  const texts = (numbers: readonly bigint[]): string[] => numbers.map(String)
  return {
    whole: request.whole === undefined ? null : [...request.whole],
    shapes: derived.flatMap((shapes, level) =>
      shapes.map(({ shape, tightness }) => ({
        level,
        siblings: shapeWords(shape),
        // Without lines nothing is tight, and there is nothing to prove.
        lines: texts(tightness.rowWeights),
        never: joint.lines.length === 0 ? [] : texts(tightness.columnWeights),
        interior: joint.lines.length === 0 ? [] : texts(tightness.interior),
      })),
    ),
  }
}
