// Which ledger counts what is spent on some data.

// The durable ledger beside the data.
export { readAnchor } from './anchor.ts'
export { checkBound, type DataBinding, openBound } from './binding.ts'
export { type LedgerAnchor, LedgerFile, type LedgerIdentity } from './ledger-file.ts'
export { LEDGER_NAME } from './ledger-name.ts'
export { fileLedgers, type Ledger, type LedgerChoice, type LedgerStore } from './ledger-store.ts'
// An exclusive lock between processes.
export { type LockOptions, type StepHook, withLock } from './lock.ts'
