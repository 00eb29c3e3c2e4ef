import type { WorkModule } from '../../run/work.ts'
import { workerUrl } from '../../run/worker-url.ts'

/** Solving: measurements, all of it public. */
export const GROUPS_WORK: WorkModule = {
  name: 'groups',
  module: workerUrl('worker', import.meta.url),
  secrecy: 'public',
}
