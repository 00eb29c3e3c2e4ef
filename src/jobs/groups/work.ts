import { builtFolder } from '../../built.ts'
import type { WorkModule } from '../../run/work.ts'

/** Solving: measurements, all of it public. */
export const GROUPS_WORK: WorkModule = {
  name: 'groups',
  module: new URL('jobs/groups/worker.mjs', builtFolder),
  secrecy: 'public',
}
