/** The solver is fetched here, when several releases are looked at together; the first view does without its 3.5 MB. */
import { expose, transfer } from 'comlink'
import wasm from 'highs/runtime?url'
import type { TogetherEngine } from './engine-types.ts'
import { newTogetherEngine } from './together-engine.ts'

const engine = newTogetherEngine({ load: async () => (await import('#highs')).default({ locateFile: () => wasm }) })

const handing: TogetherEngine = {
  ...engine,
  bound: async (design, seconds) => {
    const answer = await engine.bound(design, seconds)
    return transfer(answer, [answer.lower.buffer, answer.upper.buffer, answer.marks.buffer, answer.choices.buffer])
  },
}
expose(handing)
