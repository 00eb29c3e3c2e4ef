import type { WorkModule } from '../../run/work.ts'

/** Solving: measurements and facts, all of it public. */
export const TOPDOWN_WORK: WorkModule = {
  name: 'topdown',
  module: new URL('./worker.mjs', import.meta.url),
  secrecy: 'public',
}
