import type { WorkModule } from '../../run/work.ts'

/** Searching: it is given the records. */
export const ANONYMIZE_WORK: WorkModule = {
  name: 'anonymize',
  module: new URL('./worker.mjs', import.meta.url),
  secrecy: 'confidential',
}
