import { CHART_WIDTH, categoryLabels, hint, sheet } from './chart-frame.ts'
import type { HeatMap, RenderedChart } from './chart-kinds.ts'
import { FONT_SIZE, LINE_HEIGHT, textBlock, textWidth, wrap } from './labels.ts'
import { element } from './markup.ts'
import { formatNumber } from './number-format.ts'
import { bands } from './scales.ts'

/** The deepest shade leaves the number on it readable in both themes. */
const DEEPEST = 0.55

/** A shaded table: deeper is further from zero, the first colour above it and the second below. */
export function heatMap(chart: HeatMap): RenderedChart {
  const { rows, columns, values, digits = 0 } = chart
  const names = categoryLabels(rows)
  const across = bands(columns.length, names.margin, CHART_WIDTH, 0.03)
  const heads = columns.map((column) => wrap(column, Math.max(across.width, FONT_SIZE * 2)))
  const top = Math.max(...heads.map((lines) => lines.length)) * LINE_HEIGHT + 34
  const rowHeight = Math.max(names.tallest + 6, 28)
  const down = bands(rows.length, top, top + rowHeight * rows.length, 0.06)
  const largest = Math.max(...values.flat().filter(Number.isFinite).map(Math.abs), Number.MIN_VALUE)
  const cells = values.flatMap((line, i) =>
    line.map((value, j) => {
      const place = { x: across.start(j), y: down.start(i), width: across.width, height: down.width }
      return cell(value, place, largest, digits, `${rows[i]}, ${columns[j]}`)
    }),
  )
  const rowNames = names.lines.map((lines, i) =>
    textBlock(lines, { x: names.margin - 10, y: down.start(i) + down.width / 2, anchor: 'end' }),
  )
  const columnNames = heads.map((lines, j) => {
    const y = top - 8 - (lines.length * LINE_HEIGHT) / 2
    return textBlock(lines, { x: across.start(j) + across.width / 2, y, anchor: 'middle' })
  })
  const label = textBlock([chart.valueLabel], { x: 0, y: 10, className: 'axis-label' })
  const svg = sheet(top + rowHeight * rows.length + 4, label, ...columnNames, ...rowNames, ...cells)
  return { svg, table: { columns: ['', ...columns], rows: rows.map((row, i) => [row, ...values[i]]) } }
}

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function cell(value: number, place: Place, largest: number, digits: number, where: string): string {
  const shade = Number.isFinite(value) ? (DEEPEST * Math.abs(value)) / largest : 0
  const text = formatNumber(value, digits)
  const attributes = { ...place, rx: 2, class: `${value < 0 ? 's2' : 's1'} fill`, 'fill-opacity': shade.toFixed(3) }
  const fits = textWidth(text) <= place.width - 4
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2]
  const number = fits ? textBlock([text], { x, y, anchor: 'middle', className: 'value' }) : ''
  return (
    element('rect', { ...place, rx: 2, class: 'cell' }) +
    element('rect', attributes, hint(`${where}: ${text}`)) +
    number
  )
}
