/** A count that an earlier release published exactly, as the manifest lists it. */
export interface ListedFact {
  readonly name: string
  readonly level: string
  readonly query: string
}
