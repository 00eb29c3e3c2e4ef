import type { WorkModule } from '../work.ts'
import { workerUrl } from '../worker-url.ts'

/** Drawing: it is given true answers. */
export const MEASURE_WORK: WorkModule = {
  name: 'measure',
  module: workerUrl('measure-worker', import.meta.url),
  secrecy: 'confidential',
}
