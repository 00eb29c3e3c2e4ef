/**
 * The standard errors of answers as a function of the shares of the budget: `queryErrors` in a regular tree, made quick enough to be
 * asked thousands of times. Parts of the histogram that the same measurements tell of are taken together.
 */
import type { Query, Schema } from '../../model/index.ts'
import { EXACT_VARIANCE } from './exact-variance.ts'
import type { Marginal } from './marginal-of-query.ts'
import { meanTreeVariances } from './mean-tree.ts'
import { levelsCounted } from './query-errors.ts'
import { shareOfProduct } from './standard-error.ts'
import { type Subset, TensorShape } from './tensor.ts'

/** What is measured at a level. */
export interface SharedMeasurement {
  readonly level: number
  readonly name: string
  readonly marginal?: Marginal | undefined
  /** Of its noise if it had the whole budget; 0 says that it is exact. With a share s of it, it is this over s to the `power`. */
  readonly variance: number
}

export interface SharedTree {
  readonly schema: Schema
  /** The mean number of children, by level from the top; nothing for the leaves. */
  readonly branching: readonly number[]
  readonly measurements: readonly SharedMeasurement[]
  /** How precision grows with the budget: 1 for rho, 2 for epsilon. */
  readonly power: 1 | 2
}

/** An answer whose error is asked for: the first of its query at a level. */
export interface AskedAnswer {
  readonly level: number
  readonly query: Query
}

/** Errors of the answers asked for, from the shares of the measurements; what is exact needs no share. */
export type ShareErrors = (shares: ArrayLike<number>) => Float64Array

export function shareErrors(tree: SharedTree, asked: readonly AskedAnswer[]): ShareErrors {
  const { branching, measurements, power, schema } = tree
  const sizes = schema.attributes.map(({ levels }) => levels.length)
  const shape = new TensorShape(sizes)
  const classes = partClasses(shape, measurements)
  const answers = asked.map(({ level, query }) => {
    const chosen = levelsCounted(query, sizes).levels.subarray(0, sizes.length)
    const says = classes.map(({ parts }) => parts.reduce((sum, part) => sum + shareOfProduct(sizes, chosen, part), 0))
    const own = measurements.findIndex((m) => m.level === level && m.marginal === undefined && m.name === query.name)
    return { level, says, own }
  })
  return (shares) => {
    const precision = measurements.map(
      ({ variance }, i) => 1 / (variance === 0 ? EXACT_VARIANCE : variance / shares[i] ** power),
    )
    const variances = classes.map(({ told }) => {
      const weights = new Float64Array(branching.length + 1)
      for (const { measurement, cells } of told) {
        weights[measurements[measurement].level] += cells * precision[measurement]
      }
      return meanTreeVariances(branching, weights)
    })
    return Float64Array.from(answers, ({ level, says, own }) => {
      const variance = says.reduce((sum, say, c) => (say > 0 ? sum + say * variances[c][level] : sum), 0)
      return Math.sqrt(own < 0 ? variance : 1 / (1 / variance + precision[own]))
    })
  }
}

/** Parts of the histogram that the same marginals contain. */
interface PartClass {
  readonly parts: readonly Subset[]
  readonly told: readonly { readonly measurement: number; readonly cells: number }[]
}

function partClasses(shape: TensorShape, measurements: readonly SharedMeasurement[]): readonly PartClass[] {
  const known = new Map<string, { parts: Subset[]; told: PartClass['told'] }>()
  for (let part = 0; part < shape.subsets; part++) {
    if ((part & ~shape.varied) !== 0) continue
    const told = measurements.flatMap(({ marginal }, measurement) =>
      marginal !== undefined && (part & ~marginal.subset) === 0
        ? [{ measurement, cells: shape.cellsPerAnswer(marginal.subset) }]
        : [],
    )
    const key = told.map(({ measurement }) => measurement).join()
    const before = known.get(key)
    if (before === undefined) known.set(key, { parts: [part], told })
    else before.parts.push(part)
  }
  return [...known.values()]
}
