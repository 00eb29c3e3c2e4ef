import type { WorkModule } from '../../run/work.ts'
import { workerUrl } from '../../run/worker-url.ts'

/** Auditing: it is given the counts. */
export const AUDIT_WORK: WorkModule = {
  name: 'audit',
  module: workerUrl('worker', import.meta.url),
  secrecy: 'confidential',
}
