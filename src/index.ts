/**
 * Tacet as a library: the jobs that the command line does. The mathematics has one entry point per room: `tacet/bounds`,
 * `tacet/noise`, `tacet/privacy` and so on; those rooms are pure and run in a browser too.
 *
 * 1. run or plan a capability: the same JSON job from a program, a server or a worker
 * 2. its context: who watches, who works, where spending is written down
 * 3. look at data, and read a spec
 * 4. check a release again, and what has been spent
 * 5. errors made for people
 *
 * ```ts
 * import { specJob, startRun, verifyRelease } from 'tacet'
 *
 * const groups = { levels: ['ward'], size: 'household', largest: 6 }
 * const job = specJob({ source: { file: 'people.csv' }, groups, privacy: { epsilon: 1 } })
 * const { figures } = await startRun('groups', job, { options: { out: 'release' } }) // charged to tacet-ledger.jsonl
 * const { checks } = await verifyRelease('release', { ledger: 'tacet-ledger.jsonl' })
 * console.log(figures.epsilon, checks.every((check) => check.ok)) // 1 true
 * ```
 */

// 1. run or plan a capability

export { capabilities, capabilitiesOf, jobFrom, planJob, runJob, specJob, startPlan, startRun } from './jobs/index.ts'

// 2. its context

export {
  localContext,
  type RunContext,
  type RunEvent,
  type RunOptions,
  type SchedulerFactory,
  threads,
} from './run/index.ts'

// 3. look at data

export { describeFile, readSpec, withDatabase } from './data/index.ts'

// 4. check a release again

export { verifyRelease } from './jobs/index.ts'
export { LedgerFile } from './ledger/index.ts'

// 5. errors made for people

export { EXIT_CODES, type RequestCode, RequestError } from './request-error.ts'
export { version } from './version.ts'
