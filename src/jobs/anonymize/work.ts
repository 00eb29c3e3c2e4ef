import { builtFolder } from '../../built.ts'
import type { WorkModule } from '../../run/work.ts'

/** Searching: it is given the records. */
export const ANONYMIZE_WORK: WorkModule = {
  name: 'anonymize',
  module: new URL('jobs/anonymize/worker.mjs', builtFolder),
  secrecy: 'confidential',
}
