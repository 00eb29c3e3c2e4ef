/** What the places below each node of a level tell of it, from shape and variances alone: the precision that their summed estimates will have. */
import type { Hierarchy } from '../../model/hierarchy.ts'
import { addPrecision, type MarginalNoise, ownPrecision } from './precision.ts'
import type { ByPart, TensorShape } from './tensor.ts'

/** `measured[l]` are the marginals of level l. By node of `level`, which must have a level below it. */
export function belowPrecision(
  shape: TensorShape,
  { levels }: Pick<Hierarchy, 'levels'>,
  measured: readonly (readonly MarginalNoise[])[],
  level: number,
): readonly ByPart[] {
  const own = measured.map((queries) => ownPrecision(shape, queries))
  const last = levels.length - 1
  let known: readonly ByPart[] = levels[last].regions.map(() => own[last])
  for (let above = last - 1; ; above--) {
    const { firstChild, regions } = levels[above]
    const sums = regions.map((_, node) => summed(known.slice(firstChild[node], firstChild[node + 1])))
    if (above === level) return sums
    known = sums.map((sum) => addPrecision(own[above], sum))
  }
}

/** Of the sum of independent estimates; a part that is unknown in one is unknown in the sum. */
function summed(precisions: readonly ByPart[]): ByPart {
  return precisions[0].map((_, part) => 1 / precisions.reduce((sum, precision) => sum + 1 / precision[part], 0))
}
