/** What a capability writes into a spec to start from. */
import type { ColumnDescription, FileDescription, StarterAttribute, StarterChoice } from '../data/index.ts'

/** A file as a first look shows it, with what the person chose. */
export interface StarterFile {
  readonly description: FileDescription
  /** The columns that can be read in one way only. */
  readonly columns: readonly ColumnDescription[]
  /** The largest places first. */
  readonly places: readonly ColumnDescription[]
  readonly attributes: readonly StarterAttribute[]
  /** Columns that were chosen and became no attribute. */
  readonly leftOut: readonly string[]
  /** Whether a line stands for as many people as a column says. */
  readonly isCounted: boolean
  readonly choice: StarterChoice
}

/** How a capability begins. */
export interface Starter {
  /** Whether a spec for everything that the file suits has its part. */
  readonly unasked: boolean
  /** Whether it reads the column of counts that the file has. */
  readsCount(file: Pick<StarterFile, 'description' | 'choice'>): boolean
  /** Its sections. With `asked` it is what the spec is for, and a file that does not suit it is refused; else it then has none. */
  lines(file: StarterFile, asked: boolean): readonly string[]
}
