import type { FoundReading } from './text/found-reading.ts'

/** Lines of data that can be asked for by SQL. */
export interface Relation {
  /** What comes after FROM. */
  readonly sql: string
  /** What to call it in a message. */
  readonly name: string
  readonly columns: readonly string[]
  /** The first line of the file may be a record: its values are not to be shown. */
  readonly doubtfulHeader?: boolean
  /** Its names are a line of text, which may be a record of words for all that anybody can tell: no message lists them. */
  readonly namesAreText?: boolean
  /** What comes after FROM for the values as they are written. */
  readonly raw?: string
  /** From such a value of a column to the one that stands for it, as SQL. */
  readonly plain?: (column: string, value: string) => string
  /** Texts that the file itself declares to stand for a missing value, by column. */
  readonly declared?: ReadonlyMap<string, readonly string[]>
  /** What columns are about, as the file itself says. */
  readonly labels?: ReadonlyMap<string, string>
  /** The column that weights the lines of a sample, as the file itself says. */
  readonly weight?: string | null
  /** How a text file was read. */
  readonly read?: FoundReading
}
