/** A scheduler whose public work is done by workers elsewhere, a call at a time; what is confidential stays on threads of this process. */
import { deserialize, serialize } from 'node:v8'
import { CALL, canShare, type SharedCall } from '../jobs/index.ts'
import { sha256Text } from '../release/index.ts'
import { chunkName, planName, type SchedulerFactory, type WorkSharing } from '../run/index.ts'

const STEP = 'call'

export function sharedCalls(sharing: WorkSharing, local: SchedulerFactory, signal: AbortSignal): SchedulerFactory {
  return {
    open: (work, workers) => {
      if (!canShare(work)) return local.open(work, workers)
      return {
        width: workers ?? 4,
        run: async (name, input) => {
          const call: SharedCall = { module: work.name, name, input }
          const plan = serialize(call)
          const id = `call-${work.name}-${sha256Text(plan.toString('base64')).slice(0, 16)}`
          await sharing.store.write(planName(id), plan)
          await sharing.finish({ id, kind: CALL, steps: [{ name: STEP, chunks: 1 }] }, () => {}, signal)
          const bytes = await sharing.store.read(chunkName({ work: id, step: STEP, chunk: 0 }))
          if (bytes === undefined) throw new Error(`the result of ${id} is not there`)
          return deserialize(bytes)
        },
        close: async () => {},
      }
    },
  }
}
