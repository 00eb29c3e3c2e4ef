import type { WorkModule } from '../../run/work.ts'
import { workerUrl } from '../../run/worker-url.ts'

/** Solving: measurements and facts, all of it public. */
export const TOPDOWN_WORK: WorkModule = {
  name: 'topdown',
  module: workerUrl('worker', import.meta.url),
  secrecy: 'public',
}
