// Which ledger counts what is spent on some data.
export { type DataBinding, openBound } from './binding.ts'
// The durable ledger beside the data.
export { LedgerFile, type LedgerIdentity } from './ledger-file.ts'
// An exclusive lock between processes.
export { type LockOptions, type StepHook, withLock } from './lock.ts'
