/** What is said in figures of records that were made anonymous. */
import {
  type AnonymityProblem,
  type ChosenLevels,
  type ClassesResult,
  certaintyPenalty,
  type FreeformResult,
  listsOf,
  type PublishedBox,
  pointsOf,
  type RiskFigures,
  riskBefore,
  riskOf,
} from '../../anonymity/index.ts'
import type { LineOrder } from '../../data/index.ts'
import type { ColumnRoles } from './column-roles.ts'

export interface AnonymizeFigures {
  readonly method: string
  readonly k: number
  readonly records: number
  readonly classes: number | null
  readonly smallestClass: number | null
  readonly largestClass: number | null
  readonly loss: number
  /** Of full-domain recoding: the level of each quasi-identifier (0 as it is), and whether no other levels cost less. */
  readonly levels?: LevelFigures
  readonly lossPerCell: number
  /** The certainty penalty of a cell, whatever the search went by: 0 nothing lost, near 1 all. */
  readonly gcp: number
  readonly lowerBound: number
  readonly optimal: boolean
  readonly suppressed: number
  /** By quasi-identifier: the mean loss of a record with its weight put aside, 0 nothing lost, 1 all. Null for freeform results. */
  readonly lossBy: Readonly<Record<string, number>> | null
  /** How easily a person is found, nothing generalised and as published. Null for freeform results. */
  readonly risk: { readonly before: RiskFigures; readonly after: RiskFigures } | null
  readonly seconds: number
  /** Freeform results are weaker than k-anonymity. */
  readonly freeform: boolean
  /** Columns that are published as they are, and those that are not published. */
  readonly untouched: readonly string[]
  readonly leftOut: readonly string[]
  /** By the published values; that of the input where it was asked for. */
  readonly order: LineOrder
}

/** The level of each quasi-identifier by name. */
export type LevelFigures = Omit<ChosenLevels, 'of'> & { readonly of: Readonly<Record<string, number>> }

export function figuresOf(
  problem: AnonymityProblem,
  result: ClassesResult | FreeformResult,
  seconds: number,
): Omit<AnonymizeFigures, keyof ColumnRoles | 'order'> {
  const cells = problem.records * problem.attributes.length
  const common = { method: result.method, k: problem.k, records: problem.records, seconds }
  if (result.kind === 'freeform') {
    const { loss } = result
    return {
      ...common,
      classes: null,
      smallestClass: null,
      largestClass: null,
      loss,
      lossPerCell: loss / cells,
      gcp: certaintyPenalty(problem, boxesOf(problem, result)),
      lowerBound: 0,
      optimal: false,
      suppressed: 0,
      lossBy: null,
      risk: null,
      freeform: true,
    }
  }
  const { figures, lowerBound, optimal, levels } = result
  const shares = problem.attributes.map(({ weight = 1 }, a) => (weight === 0 ? 0 : figures.byAttribute[a] / weight))
  return {
    ...common,
    classes: figures.classes,
    smallestClass: figures.smallest,
    largestClass: figures.largest,
    loss: figures.loss,
    ...(levels !== undefined && { levels: { ...levels, of: levelsByName(problem, levels.of) } }),
    lossPerCell: figures.loss / cells,
    gcp: certaintyPenalty(problem, boxesOf(problem, result)),
    lowerBound,
    optimal,
    suppressed: figures.suppressed,
    lossBy: Object.fromEntries(problem.attributes.map(({ name }, a) => [name, shares[a] / problem.records])),
    risk: { before: riskBefore(pointsOf(problem)), after: riskOf(result.classOf) },
    freeform: false,
  }
}

const levelsByName = ({ attributes }: AnonymityProblem, of: readonly number[]): Record<string, number> =>
  Object.fromEntries(attributes.map(({ name }, a) => [name, of[a]]))

/** What is published alike: a class once for all of its records, a freeform box for its record alone. */
function* boxesOf({ k, records }: AnonymityProblem, result: ClassesResult | FreeformResult): Generator<PublishedBox> {
  if (result.kind === 'freeform') {
    for (let r = 0; r < records; r++) yield { around: result.partners.subarray(r * k, r * k + k), records: 1 }
    return
  }
  for (const around of listsOf(result.classOf)) yield { around, records: around.length }
}
