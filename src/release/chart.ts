/** A chart is data; `renderChart` turns it into SVG and into the table that says the same in numbers. */
import { barChart } from './bar-chart.ts'
import { emptySheet } from './chart-frame.ts'
import { dotChart } from './dot-chart.ts'
import { heatMap } from './heat-map.ts'
import { histogram } from './histogram.ts'
import { lineChart } from './line-chart.ts'
import type { ScaleKind } from './scales.ts'

interface Named {
  readonly title: string
  /** What a reader should see in it, in a sentence: the text alternative. */
  readonly description: string
}

export interface BarChart extends Named {
  readonly kind: 'bar'
  readonly direction: 'horizontal' | 'vertical'
  readonly categories: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[]
  readonly valueLabel: string
}

export interface LineChart extends Named {
  readonly kind: 'line'
  /** Points in ascending x; `lower` and `upper` draw a band. */
  readonly series: readonly {
    readonly name: string
    readonly x: readonly number[]
    readonly y: readonly number[]
    readonly lower?: readonly number[]
    readonly upper?: readonly number[]
  }[]
  readonly xLabel: string
  readonly yLabel: string
  readonly xScale?: ScaleKind
  readonly yScale?: ScaleKind
}

export interface DotChart extends Named {
  readonly kind: 'dot'
  readonly categories: readonly string[]
  readonly series: readonly {
    readonly name: string
    readonly values: readonly number[]
    readonly lower?: readonly number[]
    readonly upper?: readonly number[]
  }[]
  readonly valueLabel: string
  readonly scale?: ScaleKind
}

export interface HeatMap extends Named {
  readonly kind: 'heat'
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  /** values[row][column]; NaN for no value. */
  readonly values: readonly (readonly number[])[]
  readonly valueLabel: string
  readonly digits?: number
}

export interface Histogram extends Named {
  readonly kind: 'histogram'
  /** One more edge than counts, ascending. */
  readonly edges: readonly number[]
  readonly counts: readonly number[]
  readonly xLabel: string
  readonly yLabel: string
}

export type Chart = BarChart | LineChart | DotChart | HeatMap | Histogram

export interface ChartTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

export interface RenderedChart {
  readonly svg: string
  readonly table: ChartTable
}

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
  }
}
