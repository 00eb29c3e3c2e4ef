import type { Command } from 'commander'
import { badInput } from '../../request-error.ts'
import { command, withContext } from '../command.ts'
import { seconds, wholeNumber } from '../options.ts'

interface Flags {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly run?: string
  readonly work: string
  readonly level?: number
  readonly up?: boolean
  readonly step?: string
  readonly chunk?: number
  readonly of?: number
  readonly idle: number
}

/** The exit code of a worker whose chunk cannot be done yet: a batch system may try again (EX_TEMPFAIL). */
const NOT_YET = 75

export function workerCommand(): Command {
  return command(
    'worker',
    'Help with a run that is shared: solve chunks until there are none left. Reads public values alone.',
    `tacet worker --run /shared/run
tacet worker --run /shared/run --level 3 --chunk 12    # that chunk alone; nothing when it is done already
tacet worker --run /shared/run --level 3 --up --chunk 12    # of the sums on the way up`,
  )
    .option('--run <folder>', 'the run directory')
    .option('--level <n>', 'solve a chunk of this level alone, 0 for the top; with --chunk', wholeNumber)
    .option('--up', 'with --level: add up the measurements of that level instead')
    .option('--step <name>', 'instead of --level: the step by its name, such as level-3 or sum-3')
    .option('--chunk <n>', 'the chunk, from 0', wholeNumber)
    .option('--of <n>', 'with --chunk: every n-th chunk from there, so that n workers do them all', wholeNumber)
    .option('--work <name>', 'with --chunk: whose level', 'solve')
    .option('--idle <time>', 'end when there was nothing to do for so long', seconds, 60)
    .action((flags: Flags) =>
      withContext(
        flags,
        async ({ terminal, signal }) => {
          if (flags.run === undefined) throw badInput('--run: name the folder of the run.')
          const { DirectoryWorker } = await import('../../cluster/index.ts')
          const { threads } = await import('../../run/index.ts')
          const note = (text: string): void => terminal.note(text)
          const options = { signal, scheduler: threads(1), idleSeconds: flags.idle, note }
          const worker = await DirectoryWorker.open(flags.run, options)
          try {
            if (flags.chunk === undefined) {
              const chunks = await worker.work()
              terminal.print(chunks === 1 ? 'Did one chunk.' : `Did ${chunks} chunks.`)
              terminal.result({ chunks })
              return
            }
            const isDone = await worker.workOn(flags.work, stepOf(flags), flags.chunk, flags.of ?? ALL)
            terminal.print(isDone ? 'Done.' : 'Not done: what it needs is not there yet, or it failed.')
            terminal.result({ done: isDone })
            if (!isDone) process.exitCode = NOT_YET
          } finally {
            await worker.close()
          }
        },
        'The chunk in hand is left to another worker.',
      ),
    )
}

/** Without --of there is one chunk to do. */
const ALL = Number.MAX_SAFE_INTEGER

function stepOf({ level, up, step }: Flags): string {
  if (step !== undefined) return step
  if (level === undefined) throw badInput('--chunk: name its level too (--level, or --step).')
  return `${up === true ? 'sum' : 'level'}-${level}`
}
