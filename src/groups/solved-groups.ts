/** What solving a release of group sizes takes and gives. */
import type { Solver } from '../optimize/linear/highs.ts'
import type { Layers } from '../optimize/tree/tree-shape.ts'

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
