import { expect, test } from 'vitest'
import { rational } from '../exact/rational.ts'
import { buildHierarchy } from '../model/hierarchy.ts'
import { seededEntropy } from '../noise/seeded.ts'
import { confidential } from '../privacy/confidential.ts'
import { measureGroups } from './measure.ts'
import { planGroups } from './plan.ts'
import { solveRelease } from './release.ts'

test('of sorted sizes, a large count errs as the plan says', async () => {
  const alone = { hierarchy: buildHierarchy(['top'], []), sizes: 3 }
  const counts = Float64Array.of(4000, 4000, 4000)
  const options = {
    mechanism: 'hg',
    publicGroups: 'regions',
    budget: { kind: 'pure', epsilon: rational(1n, 2n) },
  } as const
  const plan = planGroups(alone, options)
  const runs = 300
  let squares = 0
  for (let run = 0; run < runs; run++) {
    const measurements = measureGroups(alone, confidential(counts), plan, seededEntropy('ranks', run))
    const { layers } = await solveRelease(measurements, 'hg')
    squares += (layers[0][1] - 4000) ** 2
  }
  // The seed is fixed; the limit law is heavier in its tails than the normal one.
  const seen = Math.sqrt(squares / runs) / plan.levels[0].predictedError
  expect(seen).toBeGreaterThan(0.75)
  expect(seen).toBeLessThan(1.25)
})
