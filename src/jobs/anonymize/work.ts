import type { WorkModule } from '../../run/work.ts'
import { workerUrl } from '../../run/worker-url.ts'

/** Searching: it is given the records. */
export const ANONYMIZE_WORK: WorkModule = {
  name: 'anonymize',
  module: workerUrl('worker', import.meta.url),
  secrecy: 'confidential',
}
