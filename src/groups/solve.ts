/** From measurements to counts: every mechanism's post-processing, a pure function of public values. */
import { Solver } from '../optimize/highs.ts'
import type { Layers } from '../optimize/tree-shape.ts'
import { badInput } from '../request-error.ts'
import { solveChain } from './chain.ts'
import { type GroupMeasurements, knownTotal } from './measure.ts'
import { MECHANISM_FACTS, type MechanismName } from './mechanism.ts'
import { weightsOf } from './plan.ts'
import { solveMc, solveMh, solveMhDpOp } from './solve-baselines.ts'
import { solveMhDp, solveMhRelaxed, solveTopdown } from './solve-counts.ts'
import { solveCumulative, solveMcDp, solveMcRelaxed } from './solve-cumulative.ts'
import { solveHc, solveHg } from './solve-matched.ts'
import { shapeOf } from './table.ts'

export interface SolveGroupOptions {
  /** The residual at which Model 2 counts as solved, in groups; 2 % of the smallest noise deviation unless given. */
  readonly tolerance?: number
  readonly mostSteps?: number
  /**
   * `cumulative` only: what is made whole. `cumulative`, unless given, allocates the cumulative counts size by size.
   * `counts` is the exact allocation nearest to the counts: an L1 error that is up to 2 % smaller at the top, and an
   * earth mover's error that is several times larger where groups are few for their sizes. With public numbers in
   * every region cumulative counts are always made whole.
   */
  readonly rounding?: 'counts' | 'cumulative'
  /**
   * `cumulative` only, where cumulative counts are made whole: whether leaves are drawn towards the shape of their parent as
   * far as the measurements show that it helps. They are not, unless this is true.
   */
  readonly shrink?: boolean
  /** Seconds for the baselines that use a general solver. */
  readonly timeLimit?: number
  readonly solver?: Solver
}

/** What is proved of a solution. */
export interface GroupCertificate {
  /** Model 2: the largest violation of its optimality conditions, the bound on it, and the steps taken. */
  readonly residual?: number
  readonly tolerance?: number
  readonly steps?: number
  /** `cumulative`: how far leaves were drawn towards their parents' shapes on average, from 0 to 1. */
  readonly leafWeight?: number
  /** Integer tree: how often windows were set until no edge of one was touched, which proves the optimum. */
  readonly rounds?: number
  /** General solver: the proved optimum of the objective. */
  readonly objective?: number
}

export interface SolvedGroups {
  /** Counts of every level. */
  readonly layers: Layers
  readonly certificate: GroupCertificate
}

export async function solveGroups(
  measurements: GroupMeasurements,
  mechanism: MechanismName,
  options: SolveGroupOptions = {},
): Promise<SolvedGroups> {
  const { vector } = MECHANISM_FACTS[mechanism]
  if (vector !== measurements.vector) {
    throw badInput(`${mechanism} needs measurements of ${vector}, but these are of ${measurements.vector}.`)
  }
  if (measurements.sizes === 1 && typeof measurements.groups === 'object') return onlySize(measurements.groups)
  switch (mechanism) {
    case 'cumulative':
      return solveCumulative(measurements, options)
    case 'mc-relaxed':
      return solveMcRelaxed(measurements, options)
    case 'mc-dp':
      return solveMcDp(measurements)
    case 'mc-chain':
      return solveOnChain(measurements)
    case 'mh-relaxed':
      return solveMhRelaxed(measurements)
    case 'mh-dp':
      return solveMhDp(measurements)
    case 'topdown':
      return solveTopdown(measurements)
    case 'hc':
      return solveHc(measurements)
    case 'hg':
      return solveHg(measurements)
    case 'mc':
      return solveMc(measurements, options.solver ?? new Solver(), options)
    case 'mh':
      return solveMh(measurements, options.solver ?? new Solver(), options)
    case 'mh-dp-op':
      return solveMhDpOp(measurements, options.solver ?? new Solver())
  }
}

function solveOnChain(measurements: GroupMeasurements): SolvedGroups {
  const { hierarchy, sizes, values, variances } = measurements
  const shape = shapeOf(hierarchy)
  return {
    layers: solveChain(shape, sizes, values, weightsOf(variances), knownTotal(measurements)),
    certificate: {},
  }
}

/** With one size and public numbers of groups there is nothing left to say. */
function onlySize(groups: Layers): SolvedGroups {
  return { layers: groups.map((level) => level.slice()), certificate: {} }
}
