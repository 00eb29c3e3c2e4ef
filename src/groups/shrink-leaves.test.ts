import { expect, test } from 'vitest'
import { parseRational } from '../exact/rational.ts'
import { buildHierarchy } from '../model/hierarchy.ts'
import { seededEntropy } from '../noise/seeded.ts'
import { confidential } from '../privacy/confidential.ts'
import { errorsByLevel } from './error.ts'
import { measureGroups } from './measure.ts'
import { solveModel2 } from './model-2.ts'
import { planGroups } from './plan.ts'
import { solveRelease } from './release.ts'
import { leafEvidence } from './shrink-leaves.ts'
import { cumulate, shapeOf, tableFromLeaves } from './table.ts'

const SIZES = 8
const LEAVES = 400

function framesOf(leaves: number) {
  const paths = Array.from({ length: leaves }, (_, i) => [`p${Math.floor(i / 20)}`, `c${String(i).padStart(3, '0')}`])
  return { hierarchy: buildHierarchy(['top', 'parent', 'leaf'], paths), sizes: SIZES }
}

/** Every leaf has about its parent's shape, or all of its groups in a size of its own. */
const SHAPES = {
  alike: (leaf: number, s: number) => Math.round((12 + (leaf % 5)) * 0.6 ** s * 2),
  'each its own': (leaf: number, s: number) => (s === (leaf * 5) % SIZES ? 30 : 0),
} as const

function leavesOf(shape: keyof typeof SHAPES, leaves: number): Float64Array {
  return Float64Array.from({ length: leaves * SIZES }, (_, at) => SHAPES[shape](Math.floor(at / SIZES), at % SIZES))
}

const BUDGET = { kind: 'pure', epsilon: parseRational('1') } as const
const SHARES = [
  ['equal', ['1/3', '1/3', '1/3']],
  ['mostly leaves', ['1/20', '1/20', '18/20']],
  ['mostly the top', ['18/20', '1/20', '1/20']],
] as const

/** Sums over draws of both errors of the leaves, plain and shrunk, and the mean weights. */
async function compare(shape: keyof typeof SHAPES, leaves: number, shares: readonly string[], draws: number) {
  const frame = framesOf(leaves)
  const counts = leavesOf(shape, leaves)
  const truth = tableFromLeaves(frame, counts).layers
  const plan = planGroups(frame, { budget: BUDGET, shares: shares.map((share) => parseRational(share)) })
  const sums = { l1: [0, 0], earthMover: [0, 0], weight: 0 }
  for (let draw = 0; draw < draws; draw++) {
    const measurements = measureGroups(frame, confidential(counts), plan, seededEntropy(`shrink ${shape}`, draw))
    const both = [
      await solveRelease(measurements, 'cumulative'),
      await solveRelease(measurements, 'cumulative', { shrink: true }),
    ]
    expect(both[1].layers.slice(0, 2)).toEqual(both[0].layers.slice(0, 2)) // the levels above stay as they were
    both.forEach(({ layers }, k) => {
      const error = errorsByLevel(layers, truth, SIZES)[2]
      sums.l1[k] += error.l1
      sums.earthMover[k] += error.earthMover
    })
    sums.weight += both[1].certificate.leafWeight ?? 0
  }
  return sums
}

test.each(SHARES)('leaves that are alike gain, with %s shares', async (_, shares) => {
  const { l1, earthMover } = await compare('alike', LEAVES, shares, 4)
  expect(l1[1]).toBeLessThan(0.97 * l1[0])
  expect(earthMover[1]).toBeLessThan(earthMover[0])
})

test.each(SHARES)('leaves that differ are not made worse, with %s shares', async (_, shares) => {
  const { l1, earthMover } = await compare('each its own', LEAVES, shares, 4)
  expect(l1[1]).toBeLessThanOrEqual(1.002 * l1[0])
  expect(earthMover[1]).toBeLessThanOrEqual(1.002 * earthMover[0])
})

test('few leaves say too little: none is changed', async () => {
  expect((await compare('alike', 3, SHARES[0][1], 4)).weight).toBe(0)
})

test.each(['alike', 'each its own'] as const)('the gain is estimated without bias: %s', (shape) => {
  const frame = framesOf(LEAVES)
  const counts = leavesOf(shape, LEAVES)
  const truth = cumulate(tableFromLeaves(frame, counts).layers[2], SIZES)
  const plan = planGroups(frame, { budget: BUDGET })
  const variance = plan.levels[2].variance
  const step = 0.5 * Math.sqrt(variance)
  const differences: number[] = []
  let size = 0
  for (let draw = 0; draw < 30; draw++) {
    const measurements = measureGroups(frame, confidential(counts), plan, seededEntropy(`gain ${shape}`, draw))
    const entropy = seededEntropy('signs', draw)
    const signs = measurements.values[2].map(() => 2 * entropy.belowSmall(2) - 1)
    const other = measurements.values[2].map((value, i) => value + step * signs[i])
    const [found, moved] = [measurements, { ...measurements, values: measurements.values.with(2, other) }].map(
      (one) => solveModel2(one, {}).layers,
    )
    const evidence = leafEvidence(
      { shape: shapeOf(frame.hierarchy), sizes: SIZES, noisy: measurements.values[2], variance },
      { leaves: found[2], parents: found[1] },
      { leaves: moved[2], parents: moved[1], signs, step },
    )
    const told = evidence.reduce((sum, { cumulative }) => sum + cumulative.gain, 0)
    const gain = trueGain(found[2], found[1], truth)
    differences.push(told - gain)
    size += Math.abs(told) + Math.abs(gain)
  }
  // Stein's identity is exact for Gaussian noise; with Laplace noise 5 % of the gain is allowed beside five standard errors.
  const mean = differences.reduce((sum, d) => sum + d, 0) / differences.length
  const spread = Math.sqrt(differences.reduce((sum, d) => sum + (d - mean) ** 2, 0)) / differences.length
  expect(Math.abs(mean)).toBeLessThan(5 * spread + (0.05 * size) / differences.length)
})

/** d (x - truth), summed over the leaves. */
function trueGain(leaves: Float64Array, parents: Float64Array, truth: Float64Array): number {
  return leaves.reduce((sum, x, i) => {
    const [leaf, s] = [Math.floor(i / SIZES), i % SIZES]
    const parent = Math.floor(leaf / 20) * SIZES
    const share = leaves[leaf * SIZES + SIZES - 1] / parents[parent + SIZES - 1]
    return sum + (x - share * parents[parent + s]) * (x - truth[i])
  }, 0)
}
