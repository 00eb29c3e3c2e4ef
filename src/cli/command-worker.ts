/** The worker of a command: the same program read from the same arguments, with its work done here. */
import { parentPort } from 'node:worker_threads'
import { type Ending, endingOf } from './ending.ts'
import { program } from './program.ts'
import type { Message } from './relay.ts'

/** Benchmarks print for themselves, through streams that reach the main thread in their own time. */
async function flushed(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise<void>((resolve) => {
      stream.write('', () => resolve())
    })
  }
}

async function end(ending: Ending): Promise<void> {
  await flushed()
  parentPort?.postMessage({ kind: 'end', ending } satisfies Message)
}

program()
  .parseAsync()
  .then(
    () => end({ kind: 'done', exitCode: Number(process.exitCode ?? 0) }),
    (error: unknown) => end(endingOf(error)),
  )
