/** Business tables with published patterns (`protect/README.md` of the public data sets). */
import { expect } from 'vitest'
import { testNeeding } from '../../../test/support/needs.ts'
import { businessTables } from '../../../test/support/protect-tables.ts'
import { brokenEquations } from '../../model/index.ts'
import { sensitivity } from '../rules/sensitive.ts'
import type { SuppressionProblem } from './problem.ts'
import { suppress } from './suppress.ts'

/** 1 or 2 businesses, or one with more than 85 %; 10 % of the value up and down; a reader knows each cell up to twice its value. */
function problemOf(names: readonly string[], cost: (value: number) => number): SuppressionProblem {
  const { system, value, businesses, largest } = businessTables(names)
  expect(brokenEquations(system, value, 1)).toEqual([])
  const rules = [
    { kind: 'count', least: 3 },
    { kind: 'dominance', largest: 1, percent: 85 },
  ] as const
  const found = [...value.keys()].map((c) =>
    sensitivity(
      rules,
      { percent: 10, reach: false },
      { contributors: businesses[c], total: value[c], largest: [largest[c]] },
    ),
  )
  const isEmpty = (c: number): boolean => businesses[c] === 0
  return {
    value,
    equations: system.equations,
    lower: new Float64Array(system.cells),
    // Of a business that reports 0 a reader knows no bound: any will do.
    upper: value.map((x, c) => (x === 0 && !isEmpty(c) ? 1e6 : 2 * x)),
    sensitive: [...value.keys()].filter((c) => found[c] !== undefined),
    needUp: Float64Array.from(found, (one) => one?.up ?? 0),
    needDown: Float64Array.from(found, (one) => one?.down ?? 0),
    cost: value.map((x) => Math.max(1e-9, cost(x / 10_000))),
    fixed: Uint8Array.from(value, (_, c) => Number(isEmpty(c))),
  }
}

const LIMITS = { shouldStop: () => false, exactUpTo: 2000, seconds: 600, readers: { cells: [], coalition: 0 } }

testNeeding('data', 'the optima of two business tables are found and proved', async () => {
  const bySize = await suppress(
    problemOf(['act_size'], (x) => x),
    LIMITS,
  )
  expect(bySize.pattern.problem.sensitive.length).toBe(77)
  expect(bySize.pattern.secondary().length).toBe(64)
  expect(bySize.cost).toBeCloseTo(49_861_122, -1)
  expect(bySize.optimal).toBe(true)
  const byPlace = await suppress(
    problemOf(['nuts_size'], (x) => x),
    LIMITS,
  )
  expect(byPlace.pattern.secondary().length).toBe(74)
  expect(byPlace.cost / 3.16024e7).toBeCloseTo(1, 5)
})

testNeeding(
  'data',
  'four linked tables: fewer marks than one table after the other needs, every need proved in fractions',
  async () => {
    const found = await suppress(
      problemOf(['act_size', 'act_cj', 'nuts_size', 'nuts_cj'], (x) => x),
      { ...LIMITS, exactUpTo: 0 },
    )
    expect(found.pattern.problem.sensitive.length).toBe(260)
    expect(found.pattern.secondary().length).toBeLessThanOrEqual(327)
    expect(found.cost).toBeLessThan(2.15e8)
    expect(found.pattern.proofs.every((proof) => proof?.exact)).toBe(true)
  },
)
