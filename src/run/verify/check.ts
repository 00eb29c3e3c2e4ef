/** One thing that was looked at in a release. */
export interface Check {
  readonly name: string
  readonly ok: boolean
  /** What was found; for a check that was not made, why. */
  readonly detail: string
}
