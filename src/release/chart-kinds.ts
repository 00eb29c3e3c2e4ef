/** What each kind of chart shows. */
import type { ScaleKind } from './scales.ts'

export interface Named {
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

/** A line of points that ends where it begins: [x, y] each, as in GeoJSON. */
export type Ring = readonly (readonly [number, number])[]

export interface AreaMap extends Named {
  readonly kind: 'map'
  /** Rings inside rings are holes. NaN for an area without a value. */
  readonly areas: readonly { readonly name: string; readonly value: number; readonly rings: readonly Ring[] }[]
  readonly valueLabel: string
}

export type Chart = BarChart | LineChart | DotChart | HeatMap | Histogram | AreaMap

export interface ChartTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

export interface RenderedChart {
  readonly svg: string
  readonly table: ChartTable
}
