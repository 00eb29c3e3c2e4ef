export interface ConjugateState {
  /** Entries of the active columns in the rest rows. */
  entries: number
  readonly residual: Float64Array
  readonly preconditioned: Float64Array
  readonly direction: Float64Array
  readonly product: Float64Array
  /** Of each active column: its part of A'p / w. */
  readonly pull: Float64Array
  readonly eliminated: Float64Array
  /** One eliminated row's coupling to the rest rows: 0 outside the rows listed in `touched`. */
  readonly coupling: Float64Array
  readonly touched: Int32Array
  readonly isTouched: Uint8Array
}
