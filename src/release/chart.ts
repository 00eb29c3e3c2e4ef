/** A chart is data; `renderChart` turns it into SVG and into the table that says the same in numbers. */

import { areaMap } from './area-map.ts'
import { barChart } from './bar-chart.ts'
import { emptySheet } from './chart-frame.ts'
import type { Chart, RenderedChart } from './chart-kinds.ts'
import { dotChart } from './dot-chart.ts'
import { heatMap } from './heat-map.ts'
import { histogram } from './histogram.ts'
import { lineChart } from './line-chart.ts'

export function renderChart(chart: Chart): RenderedChart {
  if (isEmpty(chart)) return { svg: emptySheet(), table: { columns: [chart.title], rows: [] } }
  switch (chart.kind) {
    case 'bar':
      return barChart(chart)
    case 'line':
      return lineChart(chart)
    case 'dot':
      return dotChart(chart)
    case 'heat':
      return heatMap(chart)
    case 'histogram':
      return histogram(chart)
    case 'map':
      return areaMap(chart)
  }
}

function isEmpty(chart: Chart): boolean {
  switch (chart.kind) {
    case 'bar':
    case 'dot':
      return chart.categories.length === 0 || chart.series.length === 0
    case 'line':
      return chart.series.every(({ x }) => x.length === 0)
    case 'heat':
      return chart.rows.length === 0 || chart.columns.length === 0
    case 'histogram':
      return chart.counts.length === 0
    case 'map':
      return chart.areas.length === 0
  }
}
