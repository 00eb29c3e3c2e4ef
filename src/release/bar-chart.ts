import {
  acrossAxis,
  CHART_WIDTH,
  categoryLabels,
  hint,
  legend,
  seriesClass,
  sheet,
  squareSwatch,
  tickMargin,
  tickText,
  uprightAxis,
} from './chart-frame.ts'
import type { BarChart, RenderedChart } from './chart-kinds.ts'
import { LINE_HEIGHT, textBlock, textWidth, wrap } from './labels.ts'
import { element } from './markup.ts'
import { type Bands, bands, scaleOver } from './scales.ts'

/** Bars from zero, side by side where there are several series. */
export function barChart(chart: BarChart): RenderedChart {
  return { svg: chart.direction === 'horizontal' ? horizontal(chart) : vertical(chart), table: tableOf(chart) }
}

function tableOf({ categories, series, valueLabel }: BarChart): RenderedChart['table'] {
  return {
    columns: ['', ...series.map(({ name }) => (series.length === 1 ? valueLabel : name))],
    rows: categories.map((category, i) => [category, ...series.map(({ values }) => values[i])]),
  }
}

function horizontal(chart: BarChart): string {
  const { categories, series } = chart
  const names = categoryLabels(categories)
  const key = legend(
    series.map(({ name }) => name),
    squareSwatch,
  )
  const values = series.flatMap((each) => each.values)
  const room = Math.max(...values.map((value) => textWidth(tickText(value))), 20) + 14
  const scale = scaleOver('linear', [0, ...values], names.margin, CHART_WIDTH - room)
  const rowHeight = Math.max(names.tallest + 8, series.length * 16 + 12)
  const [top, bottom] = [key.height + 4, key.height + 4 + rowHeight * categories.length]
  const rows = bands(categories.length, top, bottom, 0.3)
  const labels = names.lines.map((lines, i) =>
    textBlock(lines, { x: names.margin - 10, y: rows.start(i) + rows.width / 2, anchor: 'end' }),
  )
  const bars = eachBar(chart, rows, (value, along, thickness, index, note) => {
    const [from, to] = [scale.place(Math.min(0, value)), scale.place(Math.max(0, value))]
    const attributes = { x: from, y: along, width: to - from, height: thickness, class: `${seriesClass(index)} fill` }
    const number = textBlock([tickText(value)], { x: to + 6, y: along + thickness / 2, className: 'value' })
    return element('rect', attributes, hint(note)) + number
  })
  const axis = acrossAxis(scale, top, bottom, chart.valueLabel, true)
  const zero = element('line', { x1: scale.place(0), x2: scale.place(0), y1: top, y2: bottom, class: 'axis' })
  return sheet(bottom + 48, key.markup, axis, bars, zero, ...labels)
}

function vertical(chart: BarChart): string {
  const { categories, series } = chart
  const key = legend(
    series.map(({ name }) => name),
    squareSwatch,
  )
  const [top, bottom] = [key.height + 30, key.height + 270]
  const scale = scaleOver('linear', [0, ...series.flatMap((each) => each.values)], bottom, top)
  const names = namesBelow(categories, tickMargin(scale.ticks), bottom + 8)
  const bars = eachBar(chart, names.places, (value, along, thickness, index, note) => {
    const [high, low] = [scale.place(Math.max(0, value)), scale.place(Math.min(0, value))]
    const attributes = { x: along, y: high, width: thickness, height: low - high, class: `${seriesClass(index)} fill` }
    return element('rect', attributes, hint(note))
  })
  const axis = uprightAxis(scale, names.left, CHART_WIDTH, top, chart.valueLabel)
  const zero = { x1: names.left, x2: CHART_WIDTH, y1: scale.place(0), y2: scale.place(0), class: 'axis' }
  return sheet(bottom + 8 + names.height, key.markup, axis, bars, element('line', zero), names.markup)
}

const TURN_DEGREES = 40
const COSINE = Math.cos((TURN_DEGREES * Math.PI) / 180)
const SINE = Math.sin((TURN_DEGREES * Math.PI) / 180)

interface NamesBelow {
  readonly markup: string
  readonly height: number
  readonly left: number
  readonly places: Bands
}

/** Names under upright bars: broken into lines where every word fits its column, turned where one does not. */
function namesBelow(categories: readonly string[], margin: number, top: number): NamesBelow {
  const step = (CHART_WIDTH - margin) / categories.length
  const words = categories.flatMap((category) => category.split(/\s+/))
  if (words.every((word) => textWidth(word) <= step - 8)) {
    const places = bands(categories.length, margin, CHART_WIDTH, 0.3)
    const lines = categories.map((category) => wrap(category, step - 8))
    const markup = lines.map((each, i) => {
      const y = top + (each.length * LINE_HEIGHT) / 2
      return textBlock(each, { x: places.start(i) + places.width / 2, y, anchor: 'middle' })
    })
    const height = Math.max(...lines.map((each) => each.length)) * LINE_HEIGHT + 6
    return { markup: markup.join(''), height, left: margin, places }
  }
  return turnedNames(categories, margin, top + 4)
}

/** Turned names run down to the left of their bar; the margin is widened until the first of them stay on the sheet. */
function turnedNames(categories: readonly string[], margin: number, top: number): NamesBelow {
  const widths = categories.map((category) => textWidth(category))
  const reach = (from: number): number =>
    Math.max(...widths.map((width, i) => width * COSINE - ((CHART_WIDTH - from) / categories.length) * (i + 0.5)))
  let left = margin
  while (reach(left) > left && left < CHART_WIDTH / 2) left += 4
  const places = bands(categories.length, left, CHART_WIDTH, 0.3)
  const markup = categories.map((category, i) => {
    const x = places.start(i) + places.width / 2
    return textBlock([category], {
      x,
      y: top,
      anchor: 'end',
      transform: `rotate(-${TURN_DEGREES} ${x.toFixed(2)} ${top})`,
    })
  })
  return { markup: markup.join(''), height: Math.max(...widths) * SINE + LINE_HEIGHT, left, places }
}

/** Calls `draw` for every bar with its place along the categories and its thickness. */
function eachBar(
  { categories, series }: BarChart,
  places: Bands,
  draw: (value: number, along: number, thickness: number, index: number, note: string) => string,
): string {
  const thickness = places.width / series.length
  let drawn = ''
  categories.forEach((category, i) => {
    series.forEach(({ name, values }, index) => {
      if (!Number.isFinite(values[i])) return
      const note = `${category}, ${name}: ${tickText(values[i])}`
      drawn += draw(values[i], places.start(i) + index * thickness, Math.max(1, thickness - 1), index, note)
    })
  })
  return drawn
}
