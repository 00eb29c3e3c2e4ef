/**
 * The propagated errors against simulation: 5 states of 8 counties, sizes 1 to 60, six shapes of counts. Root mean
 * squares over the regions of a level and a range of sizes, over draws of noise, told and seen.
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
const COUNTIES = 40
const paths = Array.from({ length: COUNTIES }, (_, i) => [`s${Math.floor(i / 8)}`, `c${String(i).padStart(2, '0')}`])
const frame = { hierarchy: buildHierarchy(['country', 'state', 'county'], paths), sizes: SIZES }

/** Groups of a county, by size from 0. */
const SHAPES = {
  'geometric body, thin tail': (county: number, s: number) =>
    Math.floor((3000 + 400 * county) * 0.45 ** s) + ((county * 7) % SIZES === s && s > 20 ? 1 : 0),
  'flat, small': () => 2,
  'two heavy sizes between gaps': (_: number, s: number) => (s === 2 ? 400 : s === 30 ? 60 : 0),
  'two heavy blocks between gaps': (_: number, s: number) => (s < 5 || (s >= 25 && s < 30) ? 200 : 0),
  'few groups': (county: number, s: number) => (county % 4 === 0 && s % 9 === county % 5 ? 1 : 0),
  large: (_: number, s: number) => 5000 + 10 * s,
} as const
type ShapeName = keyof typeof SHAPES
const shapeNames = Object.keys(SHAPES) as ShapeName[]

function leavesOf(shape: ShapeName): Float64Array {
  return Float64Array.from({ length: COUNTIES * SIZES }, (_, at) => SHAPES[shape](Math.floor(at / SIZES), at % SIZES))
}

const RANGES = [
  [0, 7],
  [7, 20],
  [20, 60],
] as const
const DRAWS = 24

interface Comparison {
  /** Told over seen, root mean squares by level and range of sizes, where anything was wrong. */
  readonly ratios: number[]
  /** Cells that were wrong and carried a standard error of 0. */
  readonly wrongAtZero: number
}

async function compare(mechanism: MechanismName, epsilon: string, shape: ShapeName): Promise<Comparison> {
  const plan = planGroups(frame, { mechanism, budget: { kind: 'pure', epsilon: parseRational(epsilon) } })
  const entropy = seededEntropy(`errors ${mechanism} ${epsilon}`, shapeNames.indexOf(shape))
  const leaves = leavesOf(shape)
  const truth = tableFromLeaves(frame, leaves).layers
  const [told, seen] = [0, 1].map(() => truth.map(() => RANGES.map(() => 0)))
  let wrongAtZero = 0
  for (let draw = 0; draw < DRAWS; draw++) {
    const measurements = measureGroups(frame, confidential(leaves), plan, entropy)
    const { layers } = await solveRelease(measurements, mechanism)
    const errors = propagatedErrors(measurements, layers)
    layers.forEach((level, l) => {
      level.forEach((count, i) => {
        const range = RANGES.findIndex(([, to]) => i % SIZES < to)
        told[l][range] += errors[l][i] ** 2
        seen[l][range] += (count - truth[l][i]) ** 2
        if (count !== truth[l][i] && errors[l][i] === 0) wrongAtZero++
      })
    })
  }
  const pairs = told.flatMap((level, l) => level.map((sum, range) => [sum, seen[l][range]]))
  return { ratios: pairs.filter(([, e]) => e > 0).map(([t, e]) => Math.sqrt(t / e)), wrongAtZero }
}

test.each([
  ...['0.1', '0.3', '1'].flatMap((epsilon) => shapeNames.map((shape) => ['cumulative', epsilon, shape] as const)),
  ['mc-dp', '0.3', 'geometric body, thin tail'],
  ['mc-dp', '0.3', 'two heavy sizes between gaps'],
  ['mc-relaxed', '0.3', 'geometric body, thin tail'],
  ['mc-relaxed', '0.3', 'few groups'],
] as const)('%s at epsilon %s errs as it says: %s', async (mechanism, epsilon, shape) => {
  const { ratios, wrongAtZero } = await compare(mechanism, epsilon, shape)
  expect(Math.min(...ratios)).toBeGreaterThan(0.8)
  expect(Math.max(...ratios)).toBeLessThan(5)
  expect(wrongAtZero).toBe(0)
})

test('an exact measurement keeps an error of 0, and no error exceeds the number of groups', () => {
  const plan = planGroups(frame, { mechanism: 'cumulative', budget: { kind: 'pure', epsilon: parseRational('0.001') } })
  const leaves = leavesOf('few groups')
  const truth = tableFromLeaves(frame, leaves).layers
  const measurements = measureGroups(frame, confidential(leaves), plan, seededEntropy('limits'))
  const exact = propagatedErrors({ ...measurements, variances: [0, 0, 0] }, truth)
  expect(exact.every((level) => level.every((error) => error === 0))).toBe(true)
  const groups = leaves.reduce((sum, count) => sum + count, 0)
  const limited = propagatedErrors(measurements, truth)
  expect(limited.every((level) => level.every((error) => error > 0 && error <= groups))).toBe(true)
})

const leaves = leavesOf('geometric body, thin tail')
const truth = tableFromLeaves(frame, leaves).layers

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
