/** The kinds of work that a worker elsewhere can do: a descent, or one function of a capability's public work. */
import { deserialize, serialize } from 'node:v8'
import { badInput } from '../request-error.ts'
import type { SchedulerFactory } from '../run/scheduler.ts'
import { type ChunkName, type ChunkStore, planName } from '../run/shared-work.ts'
import { refuseConfidential, type WorkModule } from '../run/work.ts'
import { GROUPS_WORK } from './groups/work.ts'
import { DESCENT, type OpenWork, openDescent } from './topdown/shared-descent.ts'
import { TOPDOWN_WORK } from './topdown/work.ts'

/** One call of a function, as a kind of work: its plan is the call. */
export const CALL = 'call'

export interface SharedCall {
  readonly module: string
  readonly name: string
  readonly input: unknown
}

const MODULES: Readonly<Record<string, WorkModule>> = { topdown: TOPDOWN_WORK, groups: GROUPS_WORK }

/** Whether a module's work can be done by a worker elsewhere. */
export function canShare(work: WorkModule): boolean {
  return work.secrecy === 'public' && MODULES[work.name] !== undefined
}

/** Work as a worker has it open: the plan is read once, and a chunk at a time is done. */
export interface WorkBench {
  /** What the chunk is given: plain data, for a person who looks into one that fails. */
  input(name: ChunkName): Promise<unknown>
  run(name: ChunkName, input: unknown): Promise<Uint8Array>
  close(): Promise<void>
}

export async function openWork(
  kind: string,
  work: string,
  store: ChunkStore,
  schedulers: SchedulerFactory,
): Promise<WorkBench> {
  const plan = await store.read(planName(work))
  if (plan === undefined) throw badInput(`the plan of "${work}" is not there`)
  const { open, module } = opened(kind, work, plan, store)
  refuseConfidential(module)
  const scheduler = schedulers.open(module, 1)
  return {
    input: ({ step, chunk }) => open.input(step, chunk),
    run: ({ step }, input) => open.run(step, input, scheduler),
    close: () => scheduler.close(),
  }
}

function opened(
  kind: string,
  work: string,
  plan: Uint8Array,
  store: ChunkStore,
): { readonly open: OpenWork; readonly module: WorkModule } {
  if (kind === DESCENT) return { open: openDescent(work, plan, store), module: TOPDOWN_WORK }
  const { module, name, input } = deserialize(plan) as SharedCall
  if (kind !== CALL || MODULES[module] === undefined)
    throw badInput(`this version of Tacet does not know the work "${kind}". Use the version that began the run.`)
  return {
    module: MODULES[module],
    open: { input: async () => input, run: async (_, given, scheduler) => serialize(await scheduler.run(name, given)) },
  }
}
