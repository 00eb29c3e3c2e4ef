import { expect, test } from 'vitest'
import { parseRational, rational } from '../exact/rational.ts'
import { seededEntropy } from '../noise/seeded.ts'
import { Solver } from '../optimize/index.ts'
import { decide, prepareDecision } from './cost/decide.ts'
import { withValues } from './sides/private-sides.ts'
import { isNoWorse } from './solve/best-point.ts'
import { brokenBy } from './solve/certify.ts'
import { TRIAL_KINDS, trialProgram } from './trials/trial-programs.ts'

const BUDGET = { mechanism: 'truncated', epsilon: rational(1n), delta: parseRational('1e-3') } as const
/** Eleven kinds: about a thousand programs. The benchmark tries a hundred thousand. */
const PER_KIND = 90

test.each(TRIAL_KINDS)(
  'no constraint is ever broken, as printed, nothing is refused, and optimal is proved: %s',
  async (kind) => {
    const solver = new Solver()
    const entropy = seededEntropy(`violations ${kind}`)
    let proved = 0
    for (let run = 0; run < PER_KIND; run++) {
      const { program, truth } = trialProgram(kind, entropy)
      const prepared = await prepareDecision(program, { ...BUDGET, solver })
      const { printed, status, objective } = await decide(prepared, entropy)
      if (status === 'optimal') proved++
      expect(isNoWorse(program.program, objective, prepared.anchor.objective)).toBe(true)
      const point = printed.map((text) => parseRational(text))
      expect(brokenBy(program.program, withValues(program, truth), point)).toEqual([])
    }
    // The solver's quadratic answers are good to its own tolerance only.
    expect(proved).toBeGreaterThanOrEqual(kind === 'quadratic' ? PER_KIND - 3 : PER_KIND)
  },
)
