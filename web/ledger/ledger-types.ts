/** What the server tells of a ledger. */
export interface LedgerRun {
  readonly runId: string
  readonly purpose: string
  readonly cost: string
  readonly abandoned?: string
  readonly measurementsHash?: string
  readonly published?: unknown
}

export interface LedgerAnswer {
  readonly path: string
  readonly dataset: string
  readonly unit: string
  readonly cap: string | null
  readonly spent: string
  readonly remaining: { readonly decimal: string } | null
  readonly runs: readonly LedgerRun[]
  readonly lines: number
  readonly head: string
  readonly anchor: { readonly ledger: string; readonly index: number; readonly hash: string }
}
