/**
 * The ledger as a file beside the data.
 *
 * 1. where ledgers are kept: what a run is handed
 * 2. the file
 * 3. what was published of records that no budget protects
 * 4. an exclusive lock between processes
 * 5. the tables that were published
 */

// 1. where ledgers are kept

export { type BindableLedger, bindData, checkBoundTo, type DataBinding } from './binding.ts'
export { LEDGER_NAMES, ledgerBeside, unitsLedgerBeside } from './ledger-name.ts'
export { fileLedgers, type Ledger, type LedgerChoice, type LedgerStore } from './ledger-store.ts'

// 2. the file

export { readAnchor } from './anchor.ts'
export { type LedgerAnchor, LedgerFile, type LedgerIdentity } from './ledger-file.ts'

export { makeSigningKey } from './signing-key.ts'

// 3. what was published of records that no budget protects

export {
  type PublishedVersion,
  publishedRecordOf,
  publishedVersions,
  recordPublished,
} from './published-record.ts'

// 4. an exclusive lock between processes

export { type LockOptions, withLock } from './lock.ts'

// 5. the tables that were published

export { addToRecord, type RecordedCell, type RecordedRelease, readRecord } from './published-tables.ts'
