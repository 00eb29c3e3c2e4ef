import { builtFolder } from '../../built.ts'
import type { WorkModule } from '../../run/work.ts'

/** Auditing: it is given the counts. */
export const AUDIT_WORK: WorkModule = {
  name: 'audit',
  module: new URL('jobs/audit/worker.mjs', builtFolder),
  secrecy: 'confidential',
}
