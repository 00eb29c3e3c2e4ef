import { acrossAxis, acrossScale, categoryLabels, hint, legend, seriesClass, sheet, tickText } from './chart-frame.ts'
import type { DotChart, RenderedChart } from './chart-kinds.ts'
import { textBlock } from './labels.ts'
import { element } from './markup.ts'
import { bands, type Scale } from './scales.ts'

/** One line a category, one dot a series on it, with an error bar where there is one. */
export function dotChart(chart: DotChart): RenderedChart {
  const { categories, series } = chart
  const names = categoryLabels(categories)
  const key = legend(
    series.map(({ name }) => name),
    (index, x, y) => marker(index, x + 10, y, ''),
  )
  const rowHeight = Math.max(names.tallest + 8, series.length * 14 + 10)
  const [top, bottom] = [key.height + 4, key.height + 4 + rowHeight * categories.length]
  const scale = acrossScale(chart.scale ?? 'linear', shownValues(chart), names.margin)
  const rows = bands(categories.length, top, bottom, 0.3)
  const labels = names.lines.map((lines, i) =>
    textBlock(lines, { x: names.margin - 10, y: rows.start(i) + rows.width / 2, anchor: 'end' }),
  )
  const marks = series.map((each, index) =>
    categories.map((category, i) => {
      const y = rows.start(i) + ((index + 0.5) * rows.width) / series.length
      const note = `${category}, ${each.name}: ${tickText(each.values[i])}`
      if (!Number.isFinite(each.values[i])) return ''
      return (
        errorBar(each.lower?.[i], each.upper?.[i], y, index, scale) +
        marker(index, scale.place(each.values[i]), y, note)
      )
    }),
  )
  const svg = sheet(
    bottom + 48,
    key.markup,
    acrossAxis(scale, top, bottom, chart.valueLabel, true),
    ...labels,
    ...marks.flat(),
  )
  return { svg, table: tableOf(chart) }
}

function shownValues({ series, scale }: DotChart): number[] {
  const edges = series.flatMap(({ lower = [], upper = [] }) => [...lower, ...upper])
  const shown = scale === 'log' ? edges.filter((edge) => edge > 0) : edges
  return [...series.flatMap(({ values }) => values), ...shown]
}

function tableOf({ categories, series, valueLabel }: DotChart): RenderedChart['table'] {
  const banded = series.some(({ lower, upper }) => lower !== undefined && upper !== undefined)
  return {
    columns: ['', 'Series', valueLabel, ...(banded ? ['From', 'To'] : [])],
    rows: categories.flatMap((category, i) =>
      series.map(({ name, values, lower, upper }) => [
        category,
        name,
        values[i],
        ...(banded ? [lower?.[i] ?? '', upper?.[i] ?? ''] : []),
      ]),
    ),
  }
}

function errorBar(
  lower: number | undefined,
  upper: number | undefined,
  y: number,
  index: number,
  scale: Scale,
): string {
  if (lower === undefined || upper === undefined || Number.isNaN(lower + upper)) return ''
  const [from, to] = [scale.place(lower), scale.place(upper)]
  const d = `M${from.toFixed(2)},${y.toFixed(2)}H${to.toFixed(2)}M${from.toFixed(2)},${(y - 4).toFixed(2)}v8M${to.toFixed(2)},${(y - 4).toFixed(2)}v8`
  return element('path', { d, class: `${seriesClass(index)} line` })
}

/** A circle, a square, a diamond or a triangle: the series are told apart without colour too. */
function marker(index: number, x: number, y: number, note: string): string {
  const attributes = { class: `${seriesClass(index)} fill` }
  const inside = note === '' ? '' : hint(note)
  switch (index % 4) {
    case 0:
      return element('circle', { ...attributes, cx: x, cy: y, r: 4.5 }, inside)
    case 1:
      return element('rect', { ...attributes, x: x - 4, y: y - 4, width: 8, height: 8 }, inside)
    case 2:
      return element('path', { ...attributes, d: `M${x - 5.5},${y}l5.5,-5.5l5.5,5.5l-5.5,5.5z` }, inside)
    default:
      return element('path', { ...attributes, d: `M${x - 5},${y + 4}l5,-9l5,9z` }, inside)
  }
}
