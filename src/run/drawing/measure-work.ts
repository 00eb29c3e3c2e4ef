import type { WorkModule } from '../work.ts'

/** Drawing: it is given true answers. */
export const MEASURE_WORK: WorkModule = {
  name: 'measure',
  module: new URL('./measure-worker.mjs', import.meta.url),
  secrecy: 'confidential',
}
