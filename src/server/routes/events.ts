/** Server-sent events: what changed in the folder and how far runs are, to every open page. */
import type { Context } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { StudioEvent } from '../changes.ts'
import { refuse } from '../guard.ts'
import type { Studio } from '../studio.ts'

/** Milliseconds between signs of life, by which a page sees that its server is gone. */
const SIGN_OF_LIFE = 15_000

/** A page has one; each takes a connection and is written to at every change. */
const MOST_STREAMS = 64

export function eventStream({ changes }: Studio): (context: Context) => Response {
  let open = 0
  return (context) => {
    if (open >= MOST_STREAMS) return refuse(context, 429, `${MOST_STREAMS} pages are open. Close some of them.`)
    open++
    return streamSSE(context, async (stream) => {
      try {
        await follow(stream, changes)
      } finally {
        open--
      }
    })
  }
}

async function follow(stream: SSEStreamingApi, changes: Studio['changes']): Promise<void> {
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
}
