/** Shares of a budget as a spec has them, exact: "1/3", "0.25". A slider moves them in whole percents. */
import { parseRational, toNumber } from '../../src/exact/index.ts'

export const percentOf = (share: string): number => 100 * toNumber(parseRational(share))

/** As it is written beside a slider: 33.3. A 0 is no share at all. */
export function percentText(share: string): string {
  const percent = percentOf(share)
  return percent > 0 && percent < 0.05 ? 'below 0.1' : String(Number(percent.toFixed(1)))
}

/**
 * One share set by hand, in percent; the others keep their proportions, and all become whole percents. None falls below `least`.
 */
export function withPercent(shares: readonly string[], index: number, asked: number, least = 0): string[] {
  const others = shares.filter((_, i) => i !== index).map(percentOf)
  if (others.length === 0) return ['1']
  const value = Math.min(100 - least * others.length, Math.max(least, asked))
  const weights = others.every((percent) => percent === 0) ? others.map(() => 1) : others
  return raised(apportion(weights, 100 - value), least)
    .toSpliced(index, 0, value)
    .map((percent) => String(percent / 100))
}

/** Every one brought up to the least, at the cost of the largest. */
function raised(percents: readonly number[], least: number): number[] {
  const all = [...percents]
  for (let i = 0; i < all.length; i++)
    while (all[i] < least) {
      all[all.indexOf(Math.max(...all))]--
      all[i]++
    }
  return all
}

/** Whole numbers in proportion to the weights that add up to the total: the largest remainders are rounded up. */
function apportion(weights: readonly number[], total: number): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const exact = weights.map((weight) => (weight * total) / sum)
  const whole = exact.map(Math.floor)
  const missing = total - whole.reduce((all, value) => all + value, 0)
  const order = exact.map((_, i) => i).sort((a, b) => exact[b] - whole[b] - (exact[a] - whole[a]) || a - b)
  for (const i of order.slice(0, missing)) whole[i]++
  return whole
}
