/** Where ledgers are kept. Everything that spends asks here; files beside the data are one answer, a database another. */
import type { LedgerRun, LedgerView, Reservation } from '../privacy/index.ts'
import type { Signature, Signed } from '../release/signature.ts'
import { checkBound, type DataBinding, openBound } from './binding.ts'
import { type LedgerAnchor, LedgerFile, type LedgerIdentity } from './ledger-file.ts'

/** Which ledger counts a spend, and what data it is bound to. */
export interface LedgerChoice {
  readonly path: string
  readonly data: DataBinding
  /** Why these data get another ledger than the one they have. */
  readonly reason?: string | undefined
}

/** One ledger, as a run needs it. */
export interface Ledger {
  readonly path: string
  /** Throws what `reserve` would throw now, and writes nothing. */
  check(reservation: Reservation): void | Promise<void>
  run(runId: string): LedgerRun | undefined | Promise<LedgerRun | undefined>
  reserve(reservation: Reservation): Promise<LedgerRun>
  commit(runId: string, valuesSha256: string): Promise<LedgerAnchor>
  publish(runId: string, outputs: Readonly<Record<string, string>>): Promise<void>
  /** The keeper's signature; undefined where the ledger has no key. */
  sign(signed: Signed): Signature | undefined
}

export interface LedgerStore {
  /** What the ledger says now; undefined when there is none. Throws when these data have another one and no reason is given. */
  view(choice: LedgerChoice): LedgerView | undefined | Promise<LedgerView | undefined>
  /** The ledger, begun if there is none. */
  open(choice: LedgerChoice, identity: LedgerIdentity): Promise<Ledger>
}

/** Files beside the data. */
export const fileLedgers: LedgerStore = {
  view({ path, data, reason }) {
    checkBound(path, data, reason)
    return LedgerFile.peek(path)
  },
  open: ({ path, data, reason }, identity) => openBound(path, identity, data, reason),
}
