import {
  acrossAxis,
  acrossScale,
  hint,
  legend,
  seriesClass,
  sheet,
  tickMargin,
  tickText,
  uprightAxis,
} from './chart-frame.ts'
import type { LineChart, RenderedChart } from './chart-kinds.ts'
import { element } from './markup.ts'
import { type Scale, scaleOver } from './scales.ts'

type Series = LineChart['series'][number]

/** Lines told apart by dashes as well as colour, each with its band if it has one. */
export function lineChart(chart: LineChart): RenderedChart {
  const { series } = chart
  const key = legend(
    series.map(({ name }) => name),
    lineSwatch,
  )
  const top = key.height + 30
  const bottom = top + 260
  const yScale = scaleOver(chart.yScale ?? 'linear', heights(chart), bottom, top)
  const left = tickMargin(yScale.ticks)
  const xScale = acrossScale(
    chart.xScale ?? 'linear',
    series.flatMap((each) => each.x),
    left,
  )
  const bandsDrawn = series.map((each, index) => band(each, index, xScale, yScale))
  const lines = series.map((each, index) => line(each, index, xScale, yScale))
  const svg = sheet(
    bottom + 48,
    key.markup,
    uprightAxis(yScale, left, xScale.place(xScale.domain[1]), top, chart.yLabel),
    acrossAxis(xScale, top, bottom, chart.xLabel, false),
    ...bandsDrawn,
    ...lines,
  )
  return { svg, table: tableOf(chart) }
}

/** A band that reaches zero or below is cut off at the foot of a logarithmic axis. */
function heights({ series, yScale }: LineChart): number[] {
  const edges = series.flatMap(({ lower = [], upper = [] }) => [...lower, ...upper])
  const shown = yScale === 'log' ? edges.filter((edge) => edge > 0) : edges
  return [...series.flatMap(({ y }) => y), ...shown]
}

function tableOf({ series, xLabel, yLabel }: LineChart): RenderedChart['table'] {
  const banded = series.some(({ lower, upper }) => lower !== undefined && upper !== undefined)
  return {
    columns: ['Series', xLabel, yLabel, ...(banded ? ['From', 'To'] : [])],
    rows: series.flatMap(({ name, x, y, lower, upper }) =>
      x.map((at, k) => [name, at, y[k], ...(banded ? [lower?.[k] ?? '', upper?.[k] ?? ''] : [])]),
    ),
  }
}

/** One polygon for every run of points that have both ends of the band. */
function band({ x, lower, upper }: Series, index: number, xScale: Scale, yScale: Scale): string {
  if (lower === undefined || upper === undefined) return ''
  const runs = unbroken(x.map((_, k) => Number.isFinite(lower[k]) && Number.isFinite(upper[k])))
  const edge = (run: readonly number[], heights: readonly number[]): string[] =>
    run.map((k) => corner(xScale.place(x[k]), yScale.place(heights[k])))
  return runs
    .map((run) => {
      const points = [...edge(run, upper), ...edge(run, lower).reverse()].join(' ')
      return element('polygon', { points, class: `${seriesClass(index)} band` })
    })
    .join('')
}

function line({ name, x, y }: Series, index: number, xScale: Scale, yScale: Scale): string {
  const runs = unbroken(y.map(Number.isFinite))
  const path = runs.map((run) => `M${run.map((k) => corner(xScale.place(x[k]), yScale.place(y[k]))).join('L')}`)
  const dots = runs.flat().map((k) => {
    const place = { cx: xScale.place(x[k]), cy: yScale.place(y[k]), r: 3, class: `${seriesClass(index)} fill` }
    return element('circle', place, hint(`${name}: ${tickText(x[k])}, ${tickText(y[k])}`))
  })
  return element('path', { d: path.join(''), class: `${seriesClass(index)} line dash${index % 4}` }) + dots.join('')
}

/** The indices of what is there, in runs without a gap. */
function unbroken(there: readonly boolean[]): number[][] {
  const runs: number[][] = []
  there.forEach((present, k) => {
    if (!present) return
    if (k > 0 && there[k - 1]) runs[runs.length - 1].push(k)
    else runs.push([k])
  })
  return runs
}

function corner(x: number, y: number): string {
  return `${x.toFixed(2)},${y.toFixed(2)}`
}

function lineSwatch(index: number, x: number, y: number): string {
  const stroke = element('line', {
    x1: x,
    x2: x + 20,
    y1: y,
    y2: y,
    class: `${seriesClass(index)} line dash${index % 4}`,
  })
  return stroke + element('circle', { cx: x + 10, cy: y, r: 3, class: `${seriesClass(index)} fill` })
}
