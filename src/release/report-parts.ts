/** What a report is made of. */
import type { Chart } from './chart-kinds.ts'
import type { Stamp } from './stamp.ts'

export interface Report {
  readonly title: string
  readonly subtitle?: string
  /** When it was made, and who answers for it. */
  readonly byline?: string
  readonly stamp?: Stamp | undefined
  readonly summary: readonly Fact[]
  readonly sections: readonly Section[]
  /** A last line: what made it, when, from what. */
  readonly colophon?: string
}

export interface Fact {
  readonly label: string
  readonly value: string | number
  readonly note?: string
}

export interface Section {
  readonly title: string
  readonly blocks: readonly Block[]
}

export type Block = Paragraph | Facts | Table | ChartBlock | Notice

export interface Paragraph {
  readonly kind: 'paragraph'
  readonly text: string
}

export interface Facts {
  readonly kind: 'facts'
  readonly facts: readonly Fact[]
}

export interface Table {
  readonly kind: 'table'
  readonly caption: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly (readonly (string | number | null)[])[]
  /** Rows shown at most; 40 unless given. */
  readonly limit?: number
  /** The file with all the rows, named in the note below a table that was cut. */
  readonly file?: string
}

export interface TableColumn {
  readonly title: string
  /** Numbers are set right and text left unless given. */
  readonly align?: 'left' | 'right'
  readonly format?: 'text' | 'integer' | 'decimal' | 'percent' | 'significant'
  /** Decimals, or significant figures. */
  readonly digits?: number
}

export interface ChartBlock {
  readonly kind: 'chart'
  readonly chart: Chart
}

export interface Notice {
  readonly kind: 'notice'
  readonly tone: 'info' | 'warn' | 'danger'
  readonly title?: string
  readonly text: string
}
