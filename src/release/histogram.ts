import { acrossAxis, acrossScale, hint, sheet, tickMargin, tickText, uprightAxis } from './chart-frame.ts'
import type { Histogram, RenderedChart } from './chart-kinds.ts'
import { element } from './markup.ts'
import { scaleOver } from './scales.ts'

/** Counts between edges, as bars that touch. */
export function histogram({ edges, counts, xLabel, yLabel }: Histogram): RenderedChart {
  const [top, bottom] = [30, 270]
  const yScale = scaleOver('linear', [0, ...counts], bottom, top)
  const left = tickMargin(yScale.ticks)
  const xScale = acrossScale('linear', edges, left)
  const bars = counts.map((count, k) => {
    const [from, to] = [xScale.place(edges[k]), xScale.place(edges[k + 1])]
    const y = yScale.place(count)
    const attributes = { x: from, y, width: Math.max(0.5, to - from - 1), height: bottom - y, class: 's1 fill' }
    return element('rect', attributes, hint(`${tickText(edges[k])} to ${tickText(edges[k + 1])}: ${tickText(count)}`))
  })
  const base = element('line', { x1: left, x2: xScale.place(xScale.domain[1]), y1: bottom, y2: bottom, class: 'axis' })
  const axes =
    uprightAxis(yScale, left, xScale.place(xScale.domain[1]), top, yLabel) +
    acrossAxis(xScale, top, bottom, xLabel, false)
  const rows = counts.map((count, k) => [edges[k], edges[k + 1], count])
  return { svg: sheet(bottom + 48, axes, ...bars, base), table: { columns: [`${xLabel}: from`, 'to', yLabel], rows } }
}
