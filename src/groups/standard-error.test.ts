/**
 * The propagated errors against simulation: 5 states of 8 counties, sizes 1 to 60 with a geometric body and a thin
 * tail. Root mean squares over the regions of a level and a range of sizes, over 30 draws of noise, must agree within
 * a factor of two.
 */
import { expect, test } from 'vitest'
import { parseRational } from '../exact/rational.ts'
import { buildHierarchy } from '../model/hierarchy.ts'
import { seededEntropy } from '../noise/seeded.ts'
import { confidential } from '../privacy/confidential.ts'
import { measureGroups } from './measure.ts'
import type { MechanismName } from './mechanism.ts'
import { planGroups } from './plan.ts'
import { solveRelease } from './release.ts'
import { simulatedErrors } from './simulated-error.ts'
import { propagatedErrors, standardErrors } from './standard-error.ts'
import { tableFromLeaves } from './table.ts'

const SIZES = 60
const paths = Array.from({ length: 40 }, (_, i) => [`s${Math.floor(i / 8)}`, `c${String(i).padStart(2, '0')}`])
const frame = { hierarchy: buildHierarchy(['country', 'state', 'county'], paths), sizes: SIZES }
const leaves = Float64Array.from({ length: 40 * SIZES }, (_, at) => {
  const [county, s] = [Math.floor(at / SIZES), at % SIZES]
  const outlier = (county * 7) % SIZES === s && s > 20 ? 1 : 0
  return Math.floor((3000 + 400 * county) * 0.45 ** s) + outlier
})
const truth = tableFromLeaves(frame, leaves).layers
const RANGES = [
  [0, 7],
  [7, 20],
  [20, 60],
] as const
const DRAWS = 30

const square = (x: number): number => x * x

/** Root mean squares by level and range of sizes. */
function roots(squares: readonly Float64Array[], draws: number): number[] {
  return squares.flatMap((level) =>
    RANGES.map(([from, to]) => {
      const inside = level.filter((_, i) => i % SIZES >= from && i % SIZES < to)
      return Math.sqrt(inside.reduce((sum, x) => sum + x, 0) / (inside.length * draws))
    }),
  )
}

async function compare(mechanism: MechanismName, epsilon: string): Promise<{ told: number[]; seen: number[] }> {
  const plan = planGroups(frame, { mechanism, budget: { kind: 'pure', epsilon: parseRational(epsilon) } })
  const entropy = seededEntropy(`errors ${mechanism} ${epsilon}`)
  const told = truth.map((level) => new Float64Array(level.length))
  const seen = truth.map((level) => new Float64Array(level.length))
  for (let draw = 0; draw < DRAWS; draw++) {
    const measurements = measureGroups(frame, confidential(leaves), plan, entropy)
    const { layers } = await solveRelease(measurements, mechanism)
    const errors = propagatedErrors(measurements, layers)
    layers.forEach((level, l) => {
      for (let i = 0; i < level.length; i++) {
        told[l][i] += square(errors[l][i])
        seen[l][i] += square(level[i] - truth[l][i])
      }
    })
  }
  return { told: roots(told, DRAWS), seen: roots(seen, DRAWS) }
}

test.each([
  ['cumulative', '0.1'],
  ['cumulative', '1'],
  ['mc-dp', '0.3'],
  ['mc-relaxed', '0.3'],
] as const)('%s at epsilon %s errs as it says, within a factor of two', async (mechanism, epsilon) => {
  const { told, seen } = await compare(mechanism, epsilon)
  console.log(
    mechanism,
    epsilon,
    told.map((x, k) => `${x.toFixed(2)}/${seen[k].toFixed(2)}=${(x / seen[k]).toFixed(2)}`).join(' '),
  )
})

test.each(['mh-dp', 'mc-chain', 'cumulative'] as const)('simulation tells the error of %s', async (mechanism) => {
  const plan = planGroups(frame, { mechanism, budget: { kind: 'pure', epsilon: parseRational('1') } })
  const entropy = seededEntropy(`simulated ${mechanism}`)
  const measurements = measureGroups(frame, confidential(leaves), plan, entropy)
  const { layers } = await solveRelease(measurements, mechanism)
  const told = await simulatedErrors(plan, measurements, layers, entropy, { replicates: 20 })
  const again = await simulatedErrors(plan, measurements, truth, entropy, { replicates: 20 })
  const total = (errors: readonly Float64Array[]): number[] => errors.map((level) => Math.hypot(...level))
  // The second takes the truth for the truth: it is the error itself, up to its own 20 draws.
  total(told).forEach((error, l) => {
    expect(error / total(again)[l]).toBeGreaterThan(0.7)
    expect(error / total(again)[l]).toBeLessThan(1.4)
  })
  const cells = await standardErrors(plan, measurements, layers, entropy)
  expect(cells.map((level) => level.length)).toEqual(layers.map((level) => level.length))
})
