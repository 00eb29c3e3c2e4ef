/** From values to places on a chart: d3's linear, logarithmic and banded scales, with ends and ticks at round numbers. */
import { scaleBand, scaleLinear, scaleLog } from 'd3-scale'
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
  const ends = low === high ? [Math.min(0, low), Math.max(0, high) || 1] : [low, high]
  const scale = scaleLinear().domain(ends).range([start, end]).nice(wanted)
  const [from, to] = scale.domain()
  return { place: (value) => scale(value), ticks: scale.ticks(wanted), domain: [from, to] }
}

/** Over more decades than this only powers of ten are marked. */
const MOST_DECADES = 3
const MOST_POWERS = 8

/** Ends at 1, 2 or 5 times a power of ten: d3 would widen to whole powers and leave a third of the page empty. */
function logScale(values: readonly number[], start: number, end: number): Scale {
  const [low, high] = extent(values)
  if (!(low > 0)) throw badInput(`A logarithmic axis was asked for a value of ${low}. It shows positive values only.`)
  const steps = roundNumbers(Math.floor(Math.log10(low)) - 1, Math.ceil(Math.log10(high)) + 1)
  const first = steps.findLastIndex((step) => step <= low * (1 + 1e-9))
  const reached = steps.findIndex((step) => step >= high * (1 - 1e-9))
  const last = Math.max(first + 1, reached)
  const domain: [number, number] = [steps[first], steps[last]]
  const scale = scaleLog().domain(domain).range([start, end])
  const marked = steps.slice(first, last + 1)
  const powers = marked.filter((step) => /^1(e|0*$)|^0\.0*1$/.test(String(step)))
  const isLong = Math.log10(domain[1] / domain[0]) > MOST_DECADES
  const ticks = isLong ? powers.filter((_, k) => k % Math.ceil(powers.length / MOST_POWERS) === 0) : marked
  return { place: (value) => scale(Math.max(value, domain[0])), ticks, domain }
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
  const scale = scaleBand<number>()
    .domain(Array.from({ length: Math.max(1, count) }, (_, k) => k))
    .range([start, end])
    .paddingInner(gap)
    .paddingOuter(gap / 2)
  return { step: scale.step(), width: scale.bandwidth(), start: (index) => scale(index) ?? start }
}
