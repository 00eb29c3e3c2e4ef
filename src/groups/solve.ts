/** From measurements to counts: every mechanism's post-processing, a pure function of public values. */

import { Solver } from '../optimize/linear/highs.ts'
import type { Layers } from '../optimize/tree/tree-shape.ts'
import { badInput } from '../request-error.ts'
import { solveChain } from './chain.ts'
import { type GroupMeasurements, knownTotal } from './measure.ts'
import { MECHANISM_FACTS, type MechanismName } from './mechanism.ts'
import { weightsOf } from './plan.ts'
import { solveMc, solveMh, solveMhDpOp } from './solve-baselines.ts'
import { solveMhDp, solveMhRelaxed, solveTopdown } from './solve-counts.ts'
import { solveCumulative, solveMcDp, solveMcRelaxed } from './solve-cumulative.ts'
import { solveHc, solveHg } from './solve-matched.ts'
import type { SolvedGroups, SolveGroupOptions } from './solved-groups.ts'
import { shapeOf } from './table.ts'

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
