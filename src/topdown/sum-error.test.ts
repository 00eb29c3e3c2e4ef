import { expect, test } from 'vitest'
import { type SumError, SumErrors } from './sum-error.ts'

/** One area alone, with too few simulations to look for sums that came out alike. */
function alone(count: number, off: readonly number[]): SumError {
  const own = { off, count: off.map((by) => count + by) }
  return new SumErrors([own]).of(count, own)
}

function uniformsFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state / 0x80000000
  }
}

test('error, bias and interval of differences that are known', () => {
  const differences = Array.from({ length: 99 }, (_, i) => i - 39) // -39 .. 59
  const { error, bias, low, high } = alone(200, differences)
  expect(bias).toBe(10)
  expect(error).toBeCloseTo(Math.sqrt(10 ** 2 + (99 ** 2 - 1) / 12), 10)
  // Ranks 5 and 95 of 99: -35 and 55.
  expect([low, high]).toEqual([145, 235])
})

test('near 0 the interval is cut below and stays open above', () => {
  const { low, high } = alone(0, [-3, -2, -1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 0, 0, 0, 0])
  expect(low).toBe(0)
  expect(high).toBe(3)
  expect(alone(5, [2]).low).toBe(3)
})

test('a 0 among few places has an interval with a width, and a count far from 0 the one it had', () => {
  const off = Array.from({ length: 40 }, (_, i) => i % 7) // nobody was there, and up to six were released
  expect(alone(0, off)).toMatchObject({ low: 0, high: 6 })
  expect(alone(2, off).high).toBe(8)
  expect(alone(100, off)).toMatchObject({ low: 94, high: 100 })
})

test('nine times in ten the interval holds a truth that is as far away as the simulations say', () => {
  const random = uniformsFrom(5)
  const draw = (): number => Math.round(8 * (random() + random() + random() + random() - 2) + 1)
  let held = 0
  for (let trial = 0; trial < 4000; trial++) {
    const truth = 1000
    const { low, high } = alone(truth + draw(), Array.from({ length: 39 }, draw))
    if (low <= truth && truth <= high) held++
  }
  // 39 draws: ranks 2 and 38 of 40. Whole counts only widen it. The seed is fixed; the deviation of a share of 0.9 is 0.005.
  expect(held / 4000).toBeGreaterThan(0.885)
  expect(held / 4000).toBeLessThan(0.96)
})

test('what was released as 0 is told from all that came out as 0, not from its own simulations of nobody', () => {
  const random = uniformsFrom(7)
  const noisy = (truth: number): number => Math.max(0, truth + Math.round(6 * (random() + random() - 1)))
  const truths = Array.from({ length: 3000 }, () => Math.floor(8 * random() ** 2))
  const released = truths.map(noisy)
  // Simulations start from the release.
  const sums = released.map((count) => {
    const simulated = Array.from({ length: 10 }, () => noisy(count))
    return { count: simulated, off: simulated.map((value) => value - count) }
  })
  const errors = new SumErrors(sums)
  const held = new Map<number, [held: number, all: number]>()
  released.forEach((count, i) => {
    const { low, high } = errors.of(count, sums[i])
    const group = held.get(Math.min(count, 5)) ?? [0, 0]
    held.set(Math.min(count, 5), [group[0] + (low <= truths[i] && truths[i] <= high ? 1 : 0), group[1] + 1])
  })
  for (const [count, [inside, all]] of held) expect(inside / all, `released as ${count}`).toBeGreaterThan(0.85)
  // By its own simulations alone a 0 is told from how many they added: nobody was there to be missed.
  const own = released.flatMap((count, i) => (count === 0 ? [{ truth: truths[i], ...alone(0, sums[i].off) }] : []))
  expect(own.filter(({ truth, high }) => truth <= high).length / own.length).toBeGreaterThan(0.75)
})

test('sums are alike on both sides of a count, within 2 or a twentieth, and the nearest are taken first', () => {
  /** 100 sums that came out at a count, all off by the same. */
  const hundred = (count: number, off: number) => ({ count: Array(100).fill(count), off: Array(100).fill(off) })
  const interval = (count: number, areas: readonly ReturnType<typeof hundred>[]): number[] => {
    const { low, high } = new SumErrors(areas).of(count, { off: [0], count: [count] })
    return [low, high]
  }
  const ownOnly = (count: number): number[] => [count, count]
  expect(interval(50, [hundred(49, -7), hundred(51, -3)])).toEqual([53, 57])
  expect(interval(50, [hundred(48, -7), hundred(52, -3)])).toEqual([53, 57])
  expect(interval(50, [hundred(47, -7), hundred(53, -3)])).toEqual(ownOnly(50))
  expect(interval(400, [hundred(380, -7), hundred(420, -3)])).toEqual([403, 407])
  expect(interval(400, [hundred(379, -7), hundred(421, -3)])).toEqual(ownOnly(400))
  expect(interval(50, [hundred(49, -7), hundred(51, -7), hundred(48, 9), hundred(52, 9)])).toEqual([57, 57])
})
