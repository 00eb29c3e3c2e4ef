// The durable ledger beside the data.
export { LedgerFile, type LedgerIdentity } from './ledger-file.ts'
// An exclusive lock between processes.
export { type LockOptions, type StepHook, withLock } from './lock.ts'
