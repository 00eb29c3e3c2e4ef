/** Server-sent events: what changed in the folder and how far runs are, to every open page. */
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { StudioEvent } from '../changes.ts'
import type { Studio } from '../studio.ts'

/** Milliseconds between signs of life, by which a page sees that its server is gone. */
const SIGN_OF_LIFE = 15_000

export function eventStream({ changes }: Studio): (context: Context) => Response {
  return (context) =>
    streamSSE(context, async (stream) => {
      const waiting: StudioEvent[] = []
      let wake: () => void = () => {}
      const stop = await changes.listen((event) => {
        waiting.push(event)
        wake()
      })
      stream.onAbort(() => {
        stop()
        wake()
      })
      await stream.writeSSE({ event: 'hello', data: '{}' })
      while (!stream.aborted && !stream.closed) {
        const event = waiting.shift()
        if (event !== undefined) {
          await stream.writeSSE({ event: event.kind, data: JSON.stringify(event) })
          continue
        }
        await new Promise<void>((resolve) => {
          const timer = setTimeout(() => {
            void stream.writeSSE({ event: 'alive', data: '{}' })
            resolve()
          }, SIGN_OF_LIFE)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      stop()
    })
}
