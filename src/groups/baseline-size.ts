/**
 * Whether a baseline would be too large for its solver, said before anything is drawn: from the regions, the sizes, the
 * public number of groups and the noise alone. The size of a whole model depends on the noise, so it is estimated on a
 * stand-in, the groups spread evenly, with noise of the same laws from a fixed seed.
 */
import { addNoise } from '../noise/add-noise.ts'
import { seededEntropy } from '../noise/seeded.ts'
import { shareOut } from '../optimize/tree/share-out.ts'
import { badInput } from '../request-error.ts'
import type { GroupMeasurements } from './measure.ts'
import type { GroupPlan } from './plan.ts'
import { checkEntries, mcModel, mhModel } from './solve-baselines.ts'
import { type GroupFrame, groupsByRegion, shapeOf, tableFromLeaves } from './table.ts'
import { vectorOf } from './vector.ts'
import { checkSteps, stepsOf } from './whole-model.ts'

/** Throws when the mechanism is a baseline that cannot solve a table of this size. */
export function checkBaselineSize(frame: GroupFrame, plan: GroupPlan, groups: number): void {
  const { mechanism } = plan
  const { nodes } = shapeOf(frame.hierarchy)
  if (mechanism === 'mh-dp-op') checkEntries(nodes, frame.sizes, groups)
  if (mechanism === 'hg') checkRanks(nodes.length * groups)
  if (mechanism !== 'mh' && mechanism !== 'mc') return
  const rising = mechanism === 'mc'
  const cells = nodes.reduce((sum, count) => sum + count, 0) * frame.sizes
  checkSteps(LEAST_STEPS * cells, mechanism, rising)
  const measured = standIn(frame, plan, groups)
  checkSteps(stepsOf(rising ? mcModel(measured) : mhModel(measured)), mechanism, rising)
}

/** Noisy sizes beyond this are refused: each is a line of the published measurements. */
const MOST_RANKS = 2 ** 25

function checkRanks(ranks: number): void {
  if (ranks <= MOST_RANKS) return
  throw badInput(
    `hg measures the size of every group on every level: ${ranks} numbers, and ${MOST_RANKS} are the most. ` +
      'Use hc or cumulative, whose measurements do not grow with the number of groups.',
  )
}

/** Every window is at least this wide but for bounds at 0. */
const LEAST_STEPS = 2

function standIn(frame: GroupFrame, plan: GroupPlan, groups: number): GroupMeasurements {
  const { hierarchy, sizes } = frame
  const leaves = hierarchy.levels[hierarchy.levels.length - 1].regions.length * sizes
  const { layers } = tableFromLeaves(frame, shareOut(new Float64Array(leaves).fill(groups / leaves), groups))
  const entropy = seededEntropy('stand-in')
  const values = plan.levels.map(({ noise }, l) => {
    const noisy = vectorOf(plan.vector, layers[l], sizes)
    if (noise !== 'exact') addNoise(noisy, noise, entropy)
    return noisy
  })
  return {
    hierarchy,
    sizes,
    vector: plan.vector,
    values,
    variances: plan.levels.map(({ variance }) => variance),
    groups: plan.publicGroups === 'regions' ? layers.map((level) => groupsByRegion(level, sizes)) : groups,
    cost: plan.cost,
    seeded: true,
  }
}
