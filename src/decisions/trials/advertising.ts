/**
 * Advertising (section 4.2 of Munoz Medina et al., Equation 9): a publisher sells impressions of M groups of pages to N
 * advertisers, who pay c_ij for each and have private budgets.
 *   maximise sum c_ij x_ij  subject to  sum_i x_ij <= n_j,  sum_j c_ij x_ij <= b(D)_i,  x >= 0
 */
import { rational, ZERO } from '../../exact/rational.ts'
import type { Entropy } from '../../noise/entropy.ts'
import { type Program, ProgramBuilder } from '../program/program.ts'
import { declarePrivate, type PrivateProgram } from '../sides/private-sides.ts'

export interface AdvertisingSize {
  readonly groups: number
  readonly advertisers: number
  readonly impressions: bigint
  /** Budgets lie within half of the sensitivity around this. */
  readonly budget: bigint
  readonly sensitivity: bigint
}

export const PUBLISHED_SIZE: AdvertisingSize = {
  groups: 200,
  advertisers: 10,
  impressions: 10_000_000n,
  budget: 10_000_000n,
  sensitivity: 100n,
}

/** Prices are 0 with probability 1/5 and else uniform up to 1, in units of a ten-thousandth; budgets are uniform, in cents. */
export function advertising(entropy: Entropy, size: AdvertisingSize = PUBLISHED_SIZE): Program {
  const { groups, advertisers, impressions, budget, sensitivity } = size
  const builder = new ProgramBuilder('maximise')
  const prices: number[] = []
  for (let i = 0; i < advertisers; i++) {
    for (let j = 0; j < groups; j++) {
      const price = entropy.belowSmall(5) === 0 ? 0 : entropy.belowSmall(10_001)
      prices.push(price / 10_000)
      builder.addVariable(`x_${i}_${j}`, ZERO, null, rational(BigInt(price), 10_000n))
    }
  }
  for (let j = 0; j < groups; j++) {
    builder.startRow(`group_${j}`, null, rational(impressions))
    for (let i = 0; i < advertisers; i++) builder.entry(i * groups + j, 1)
  }
  for (let i = 0; i < advertisers; i++) {
    const cents = budget * 100n - sensitivity * 50n + entropy.below(sensitivity * 100n + 1n)
    builder.startRow(`budget_${i}`, null, rational(cents, 100n))
    for (let j = 0; j < groups; j++) {
      if (prices[i * groups + j] > 0) builder.entry(i * groups + j, prices[i * groups + j])
    }
  }
  return builder.build()
}

export function privateAdvertising(program: Program, sensitivity: bigint = PUBLISHED_SIZE.sensitivity): PrivateProgram {
  return declarePrivate(program, {
    private: ['budget_*'],
    floor: ZERO,
    sensitivity: rational(sensitivity),
    unit: rational(1n, 100n),
  })
}
