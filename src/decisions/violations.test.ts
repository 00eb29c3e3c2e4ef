import { expect, test } from 'vitest'
import { parseRational, rational } from '../exact/rational.ts'
import { seededEntropy } from '../noise/seeded.ts'
import { Solver } from '../optimize/index.ts'
import { RequestError } from '../request-error.ts'
import { brokenBy } from './certify.ts'
import { decide, prepareDecision } from './decide.ts'
import { withValues } from './private-sides.ts'
import { TRIAL_KINDS, trialProgram } from './trial-programs.ts'

const BUDGET = { mechanism: 'truncated', epsilon: rational(1n), delta: parseRational('1e-3') } as const
/** Seven kinds: about a thousand programs. The benchmark tries a hundred thousand. */
const PER_KIND = 150

test.each(TRIAL_KINDS)('no constraint is ever broken, as printed: %s', async (kind) => {
  const solver = new Solver()
  const entropy = seededEntropy(`violations ${kind}`)
  let [refused, atAnchor] = [0, 0]
  for (let run = 0; run < PER_KIND; run++) {
    const { program, truth } = trialProgram(kind, entropy)
    const prepared = await prepareDecision(program, { ...BUDGET, solver }).catch((error: unknown) => {
      if (!(error instanceof RequestError)) throw error
      return null
    })
    if (prepared === null) {
      refused++
      continue
    }
    const { printed, certificate } = await decide(prepared, entropy)
    if (certificate.route === 'anchor') atAnchor++
    const point = printed.map((text) => parseRational(text))
    expect(brokenBy(program.program, withValues(program, truth), point)).toEqual([])
  }
  // Only regions thinner than a solver can see are refused, and only few answers fall back on the anchor.
  expect(refused).toBeLessThanOrEqual(kind === 'thin' ? PER_KIND / 20 : PER_KIND / 100)
  expect(atAnchor).toBeLessThan(PER_KIND / 20)
})
