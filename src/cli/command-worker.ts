/** The worker of a command: the same program read from the same arguments, with its work done here. */
import { parentPort } from 'node:worker_threads'
import { type Ending, endingOf } from './ending.ts'
import { program } from './program.ts'
import type { Message } from './relay.ts'

const end = (ending: Ending): void => parentPort?.postMessage({ kind: 'end', ending } satisfies Message)

program()
  .parseAsync()
  .then(
    () => end({ kind: 'done', exitCode: Number(process.exitCode ?? 0) }),
    (error: unknown) => end(endingOf(error)),
  )
