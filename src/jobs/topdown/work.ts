import { builtFolder } from '../../built.ts'
import type { WorkModule } from '../../run/work.ts'

/** Solving: measurements and facts, all of it public. */
export const TOPDOWN_WORK: WorkModule = {
  name: 'topdown',
  module: new URL('jobs/topdown/worker.mjs', builtFolder),
  secrecy: 'public',
}
