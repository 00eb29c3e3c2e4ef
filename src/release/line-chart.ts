import { area, line as path } from 'd3-shape'
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

/** The band breaks where an end of it is missing. */
function band({ x, lower, upper }: Series, index: number, xScale: Scale, yScale: Scale): string {
  if (lower === undefined || upper === undefined) return ''
  const shape = area<number>()
    .defined((k) => Number.isFinite(lower[k]) && Number.isFinite(upper[k]))
    .x((k) => xScale.place(x[k]))
    .y0((k) => yScale.place(lower[k]))
    .y1((k) => yScale.place(upper[k]))
    .digits(2)
  return element('path', { d: shape(x.keys()) ?? '', class: `${seriesClass(index)} band` })
}

function line({ name, x, y }: Series, index: number, xScale: Scale, yScale: Scale): string {
  const shape = path<number>()
    .defined((k) => Number.isFinite(y[k]))
    .x((k) => xScale.place(x[k]))
    .y((k) => yScale.place(y[k]))
    .digits(2)
  const dots = [...x.keys()]
    .filter((k) => Number.isFinite(y[k]))
    .map((k) => {
      const place = { cx: xScale.place(x[k]), cy: yScale.place(y[k]), r: 3, class: `${seriesClass(index)} fill` }
      return element('circle', place, hint(`${name}: ${tickText(x[k])}, ${tickText(y[k])}`))
    })
  return (
    element('path', { d: shape(x.keys()) ?? '', class: `${seriesClass(index)} line dash${index % 4}` }) + dots.join('')
  )
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
