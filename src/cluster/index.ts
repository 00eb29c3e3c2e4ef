/**
 * A run with workers elsewhere. The charge and the draw happen once, where the data are; what follows is a function of public values,
 * and any number of processes may do it.
 *
 * 1. what a run is, and how it stands
 * 2. through a folder that machines share: local processes, Slurm
 * 3. through PostgreSQL
 */

// 1. what a run is, and how it stands

export { metricsText } from './metrics.ts'
export { type MetricsServer, serveMetrics } from './metrics-server.ts'
export {
  ChunksParkedError,
  type ParkedChunk,
  type RunRecord,
  type RunRequest,
  type RunState,
  type StepState,
  type WorkerState,
} from './run-record.ts'

// 2. through a folder

export { directoryLogs, directoryState } from './directory/directory-state.ts'
export { DirectoryWorker, type WorkerOptions } from './directory/directory-worker.ts'
export { RunDirectory } from './directory/run-directory.ts'
export { type LocalWorkers, localWorkers } from './local-workers.ts'
export { type DirectoryRun, runInDirectory } from './run-in-directory.ts'
export { cancelSlurm, slurmWorkers } from './slurm.ts'

// 3. through PostgreSQL

export { beginLedgerTable, type LedgerTable, ledgerTable } from './postgres/ledger-table.ts'
export { ledgerLines, ledgerPaths, postgresLedgers } from './postgres/postgres-ledger.ts'
export { findRun, postgresFailures, postgresState } from './postgres/postgres-state.ts'
export { PostgresWorker, type PostgresWorkerOptions } from './postgres/postgres-worker.ts'
export { type ChunkJob, ChunkQueue, type HeldJob } from './postgres/queue.ts'
export { forgetRun, type PostgresJob, runInPostgres, setState } from './postgres/run-in-postgres.ts'
export { checkSchema, installSchema, workerGrants } from './postgres/schema.ts'
export { connectionProblem, connectPostgres, type Sql, type SqlDatabase } from './postgres/sql.ts'
