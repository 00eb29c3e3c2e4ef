import { builtFolder } from '../../built.ts'
import type { WorkModule } from '../work.ts'

/** Drawing: it is given true answers. */
export const MEASURE_WORK: WorkModule = {
  name: 'measure',
  module: new URL('run/drawing/measure-worker.mjs', builtFolder),
  secrecy: 'confidential',
}
