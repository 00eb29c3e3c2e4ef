import { expect, test } from 'vitest'
import { toNumber } from '../../exact/directed.ts'
import { compare, formatRational, parseRational, rational, subtract } from '../../exact/rational.ts'
import { seededEntropy } from '../../noise/seeded.ts'
import { confidential } from '../../privacy/confidential.ts'
import { readLp } from '../program/lp-text.ts'
import { measureSides } from '../sides/measure-sides.ts'
import { declarePrivate } from '../sides/private-sides.ts'
import type { NoisePlan } from '../sides/shift.ts'
import { assertKept, decide, prepareDecision, replan, solveDecision } from './decide.ts'

const MODEL = `max
 3 x + 2 y
st
 staff: x + y <= 40
 beds: x + 3 y <= 60
 must: x + y >= 2
bounds
 x <= 30
end`

const program = (text = MODEL, extra = {}) =>
  declarePrivate(readLp(text), {
    private: ['staff', 'beds'],
    sensitivity: rational(1n),
    floor: rational(3n),
    unit: rational(1n),
    ...extra,
  })
const BUDGET = { mechanism: 'truncated', epsilon: rational(1n), delta: parseRational('1e-2') } as const

test('a decision lies between the floor and the truth, is optimal for what was measured, and costs what it says', async () => {
  const prepared = await prepareDecision(program(), BUDGET)
  expect(formatRational(prepared.anchor.objective)).toBe('9')
  const { measured, objective, printed, certificate, status } = await decide(prepared, seededEntropy(1))
  expect([status, certificate.route]).toEqual(['optimal', 'rounded'])
  for (const [k, truth] of [40n, 60n].entries()) {
    expect(compare(measured.values[k], rational(truth))).toBeLessThanOrEqual(0)
    const below = subtract(rational(truth), measured.values[k])
    expect(compare(below, prepared.plan.furthest!)).toBeLessThanOrEqual(0)
  }
  expect(measured.cost).toEqual({ kind: 'approximate', epsilon: rational(1n), delta: prepared.plan.noise!.delta })
  expect(measured.seeded).toBe(true)
  const [staff, beds] = measured.values.map(toNumber)
  const [x, y] = printed.map(Number)
  expect(Math.max(x + y - staff, x + 3 * y - beds)).toBeLessThanOrEqual(1e-9)
  expect(toNumber(objective)).toBeCloseTo(3 * x + 2 * y, 9)
})

test('from a stored measurement the same decision is made again', async () => {
  const prepared = await prepareDecision(program(), BUDGET)
  const measured = measureSides(prepared.program, prepared.plan, seededEntropy(7))
  const [one, other] = [await solveDecision(prepared, measured), await solveDecision(prepared, measured)]
  expect(one.printed).toEqual(other.printed)
})

test('the pure mechanism publishes the best point of the floor and costs nothing', async () => {
  const prepared = await prepareDecision(program(), { ...BUDGET, mechanism: 'pure' })
  const { objective, measured } = await decide(prepared, seededEntropy(1))
  expect(formatRational(objective)).toBe('9')
  expect(measured.cost).toEqual({ kind: 'pure', epsilon: rational(0n) })
  expect(measured.atFloor).toEqual([true, true])
})

/** One private side, which every solution uses up. */
const single = () => program(MODEL.replace('<= 60', '<= 600'), { private: ['staff'] })

test('a planted fault in the mechanism is caught: a side one step beyond the truth', async () => {
  const prepared = await prepareDecision(single(), { ...BUDGET, delta: parseRational('0.1') })
  const { noise } = prepared.plan
  const less = noise!.shift - 1n
  const faulty: NoisePlan = { ...prepared.plan, noise: { ...noise!, shift: less } } // the law still reaches the old shift
  let caught = 0
  for (let seed = 0; seed < 200; seed++) {
    await decide({ ...prepared, plan: faulty }, seededEntropy(seed)).catch((error: Error) => {
      expect(error.message).toMatch(/nothing was published/)
      caught++
    })
  }
  expect(caught).toBeGreaterThan(5)
  expect(() => assertKept(prepared.program, [rational(30n), rational(10n)])).not.toThrow()
  expect(() => assertKept(prepared.program, [rational(30n), parseRational('10.000000000001')])).toThrow()
})

test('the baseline breaks constraints, and says so beforehand', async () => {
  const budget = { ...BUDGET, epsilon: parseRational('0.01') }
  const prepared = await prepareDecision(single(), budget)
  const unsafe = replan(prepared, { ...budget, mechanism: 'laplace' })
  expect([prepared.plan.neverViolates, unsafe.plan.neverViolates]).toEqual([true, false])
  let broken = 0
  for (let seed = 0; seed < 200; seed++) {
    const { point } = await decide(unsafe, seededEntropy(seed))
    try {
      assertKept(prepared.program, point)
    } catch {
      broken++
    }
  }
  expect(broken).toBeGreaterThan(10)
})

test('what has no private answer is refused before anything is measured', async () => {
  const refused = (text: string, extra: object) => prepareDecision(program(text, extra), BUDGET)
  await expect(refused(MODEL, { floor: rational(1n) })).rejects.toThrow(/No decision keeps every constraint.*must/s)
  await expect(refused(MODEL, { floor: rational(1n) })).rejects.toMatchObject({ code: 'infeasible' })
  const endless = MODEL.replace('3 x + 2 y', '3 x + 2 y + z')
  await expect(refused(endless, {})).rejects.toThrow(/improves for ever/)
  const curved = 'min\n [ 2 x ^ 2 + 2 y ^ 2 ] / 2\nst\n staff: x - y <= 40\n beds: y - x <= 60\nend'
  await expect(refused(curved, {})).rejects.toThrow(/not Lipschitz.*"x"/s)
  const bounded = `${curved.replace('end', 'bounds\n x <= 9\n y <= 9\nend')}`
  await expect(refused(bounded, {})).resolves.toBeDefined()
  const hollow = 'max\n [ 2 x ^ 2 ] / 2\nst\n staff: x <= 40\n beds: x + y <= 60\nbounds\n x <= 9\nend'
  await expect(refused(hollow, {})).rejects.toThrow(/not convex/)
})

test('data that break their own declarations are refused without a value', async () => {
  const prepared = await prepareDecision(program(), BUDGET)
  const withTruth = (...values: string[]) => ({
    ...prepared,
    program: { ...prepared.program, truth: confidential(values.map((value) => parseRational(value))) },
  })
  await expect(decide(withTruth('2', '60'), seededEntropy(1))).rejects.toThrow(/^A private right-hand side is tighter/)
  await expect(decide(withTruth('40.5', '60'), seededEntropy(1))).rejects.toThrow(
    /^A private right-hand side is not a multiple/,
  )
})

test('whole variables, equalities and >= constraints', async () => {
  const text =
    'min\n 5 a + 4 b + c\nst\n need: 3 a + 2 b + c >= 17\n mix: a - b + 0.5 d = 1\n most: c <= 4\ngeneral\n a b\nbounds\n a <= 50\n b <= 50\n d <= 9\nend'
  const declared = declarePrivate(readLp(text), {
    private: ['need'],
    sensitivity: rational(1n),
    floor: rational(40n),
    unit: rational(1n),
  })
  const prepared = await prepareDecision(declared, BUDGET)
  for (let seed = 0; seed < 20; seed++) {
    const { measured, printed } = await decide(prepared, seededEntropy(seed))
    const [a, b, c, d] = printed.map((value) => parseRational(value))
    expect([a.den, b.den]).toEqual([1n, 1n])
    expect(toNumber(a) - toNumber(b) + 0.5 * toNumber(d)).toBe(1)
    expect(3 * toNumber(a) + 2 * toNumber(b) + toNumber(c)).toBeGreaterThanOrEqual(toNumber(measured.values[0]))
    expect(toNumber(measured.values[0])).toBeGreaterThanOrEqual(17)
  }
})
