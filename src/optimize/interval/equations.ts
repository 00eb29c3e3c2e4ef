/** Signed sums of unknowns that are known: what a reader of a table has. Row e: sum of signs[t] * x[members[t]] = side[e]. */
export interface SignedEquations {
  readonly unknowns: number
  readonly starts: Int32Array
  readonly members: Int32Array
  readonly signs: Int8Array
  readonly side: Float64Array
  /** Known beforehand, in whole units. */
  readonly lower: Float64Array
  readonly upper: Float64Array
}

/** The equations that unknowns stand in: of unknown j they are rows[starts[j]] .. rows[starts[j + 1] - 1]. */
export function rowsByUnknown({ unknowns, starts, members }: SignedEquations): {
  starts: Int32Array
  rows: Int32Array
} {
  const first = new Int32Array(unknowns + 1)
  for (const j of members) first[j + 1]++
  for (let j = 0; j < unknowns; j++) first[j + 1] += first[j]
  const next = first.slice(0, unknowns)
  const rows = new Int32Array(members.length)
  for (let e = 0; e + 1 < starts.length; e++)
    for (let t = starts[e]; t < starts[e + 1]; t++) rows[next[members[t]]++] = e
  return { starts: first, rows }
}
