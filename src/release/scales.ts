/** From values to places on a chart: linear, logarithmic and banded scales with round ticks. */
import { badInput } from '../request-error.ts'

export interface Scale {
  readonly place: (value: number) => number
  readonly ticks: readonly number[]
  /** The ends of the axis, widened to round numbers. */
  readonly domain: readonly [number, number]
}

export type ScaleKind = 'linear' | 'log'

/** A scale over all `values` that are finite, from `start` to `end` on the page. */
export function scaleOver(kind: ScaleKind, values: readonly number[], start: number, end: number, wanted = 6): Scale {
  return kind === 'log' ? logScale(values, start, end) : linearScale(values, start, end, wanted)
}

function linearScale(values: readonly number[], start: number, end: number, wanted: number): Scale {
  const [low, high] = extent(values)
  const step = roundStep((high - low || Math.abs(high) || 1) / wanted)
  const first = Math.floor(low / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9))
  const ticks = Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)))
  const domain: [number, number] = [ticks[0], ticks[ticks.length - 1]]
  const place = (value: number): number => start + ((value - domain[0]) / (domain[1] - domain[0])) * (end - start)
  return { place, ticks, domain }
}

/** 1, 2 or 5 times a power of ten, not below `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least * (1 - 1e-9))
  return (factor ?? 10) * power
}

/** Ends at 1, 2 or 5 times a power of ten; over more than three powers only the powers themselves are marked. */
function logScale(values: readonly number[], start: number, end: number): Scale {
  const [low, high] = extent(values)
  if (!(low > 0)) throw badInput(`A logarithmic axis was asked for a value of ${low}. It shows positive values only.`)
  const steps = roundNumbers(Math.floor(Math.log10(low)) - 1, Math.ceil(Math.log10(high)) + 1)
  const first = steps.findLastIndex((step) => step <= low * (1 + 1e-9))
  const last = Math.max(
    first + 1,
    steps.findIndex((step) => step >= high * (1 - 1e-9)),
  )
  const domain: [number, number] = [steps[first], steps[last]]
  const decades = Math.log10(domain[1] / domain[0])
  const powers = steps
    .slice(first, last + 1)
    .filter((step) => Number.isInteger(Math.round(Math.log10(step) * 1e9) / 1e9))
  const ticks =
    decades > 3 ? powers.filter((_, k) => k % Math.ceil(powers.length / 8) === 0) : steps.slice(first, last + 1)
  const place = (value: number): number =>
    start + (Math.log10(Math.max(value, domain[0]) / domain[0]) / decades) * (end - start)
  return { place, ticks, domain }
}

/** 1, 2 and 5 times every power of ten between two. */
function roundNumbers(from: number, to: number): number[] {
  const found: number[] = []
  for (let power = from; power <= to; power++) for (const factor of [1, 2, 5]) found.push(Number(`${factor}e${power}`))
  return found
}

function extent(values: readonly number[]): [number, number] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (!Number.isFinite(value)) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return low <= high ? [low, high] : [0, 1]
}

export interface Bands {
  readonly step: number
  readonly width: number
  /** Where band `index` begins. */
  readonly start: (index: number) => number
}

/** `count` equal bands from `start` to `end`, with `gap` of each left free. */
export function bands(count: number, start: number, end: number, gap: number): Bands {
  const step = (end - start) / Math.max(1, count)
  return { step, width: step * (1 - gap), start: (index) => start + index * step + (step * gap) / 2 }
}
