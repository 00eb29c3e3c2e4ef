/** The kinds of work that a worker elsewhere can do: a descent, or one function of a capability's public work. */
import { deserialize, serialize } from 'node:v8'
import { badInput } from '../request-error.ts'
import type { SharedPart } from '../run/capability.ts'
import type { OpenWork } from '../run/open-work.ts'
import type { SchedulerFactory } from '../run/scheduler.ts'
import { type ChunkName, type ChunkStore, planName } from '../run/shared-work.ts'
import { refuseConfidential, type WorkModule } from '../run/work.ts'
import { capabilities } from './registry.ts'

/** One call of a function, as a kind of work: its plan is the call. */
export const CALL = 'call'

export interface SharedCall {
  readonly module: string
  readonly name: string
  readonly input: unknown
}

const SHARED: readonly SharedPart[] = Object.values(capabilities).flatMap(({ shares }) =>
  shares === null ? [] : [shares],
)

function moduleOf(name: string): WorkModule | undefined {
  return SHARED.find(({ work }) => work?.name === name)?.work ?? undefined
}

/** Whether a module's work can be done by a worker elsewhere. */
export function canShare(work: WorkModule): boolean {
  return work.secrecy === 'public' && moduleOf(work.name) !== undefined
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
  const { open, module } = await opened(kind, work, plan, store)
  refuseConfidential(module)
  const scheduler = schedulers.open(module, 1)
  return {
    input: ({ step, chunk }) => open.input(step, chunk),
    run: ({ step }, input) => open.run(step, input, scheduler),
    close: () => scheduler.close(),
  }
}

async function opened(
  kind: string,
  work: string,
  plan: Uint8Array,
  store: ChunkStore,
): Promise<{ readonly open: OpenWork; readonly module: WorkModule }> {
  const part = SHARED.find(({ kinds }) => Object.hasOwn(kinds, kind))
  if (part?.work) return { open: await part.kinds[kind](work, plan, store), module: part.work }
  const { module, name, input } = deserialize(plan) as SharedCall
  const called = moduleOf(module)
  if (kind !== CALL || called === undefined)
    throw badInput(`this version of Tacet does not know the work "${kind}". Use the version that began the run.`)
  return {
    module: called,
    open: { input: async () => input, run: async (_, given, scheduler) => serialize(await scheduler.run(name, given)) },
  }
}
