/** Lines of data that can be asked for by SQL. */
export interface Relation {
  /** What comes after FROM. */
  readonly sql: string
  /** What to call it in a message. */
  readonly name: string
  readonly columns: readonly string[]
  /** The first line of the file may be a record: its values are not to be shown. */
  readonly doubtfulHeader?: boolean
}
