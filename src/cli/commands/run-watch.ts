/** `tacet run status`, `cancel`, `retry` and `logs`: a shared run, from any terminal. */
import { type Command, Option } from 'commander'
import { command, RESUMES, type WorkTerminal, withContext } from '../command.ts'
import { wholeNumber } from '../options.ts'

interface Flags {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly metrics?: boolean
  readonly follow?: boolean
  readonly lines: number
}

const FOLDER = 'the run directory'

export function statusCommand(): Command {
  return command('status', 'How a shared run stands: steps, workers, what failed.', 'tacet run status /shared/run')
    .argument('<folder>', FOLDER)
    .option('--metrics', 'print it in the text format of Prometheus')
    .option('--follow', 'print it again every two seconds until the run has ended')
    .action((folder: string, flags: Flags) =>
      withContext(flags, async ({ terminal, signal }) => {
        const { directoryState, metricsText } = await import('../../cluster/index.ts')
        const { setTimeout: wait } = await import('node:timers/promises')
        for (;;) {
          const state = await directoryState(folder)
          if (flags.metrics === true) terminal.print(metricsText(state).trimEnd())
          else showState(terminal, state)
          if (flags.follow !== true || state.state !== 'running') {
            terminal.result(state)
            return
          }
          await wait(2000, undefined, { signal })
        }
      }),
    )
}

function showState(terminal: WorkTerminal, state: import('../../cluster/index.ts').RunState): void {
  const { run, steps, workers, parked } = state
  terminal.print(`Run ${run.id}: ${run.capability}, ${state.state}, begun ${run.begun}`)
  terminal.table(
    ['work', 'step', 'done', 'chunks'],
    steps.map(({ work, step, done, chunks }) => [work, step, done, chunks]),
  )
  for (const { name, chunk, quiet } of workers)
    terminal.print(`Worker ${name}: ${chunk}${quiet > 2 ? `, silent for ${quiet} s` : ''}`)
  for (const { work, step, chunk, message } of parked)
    terminal.mark('wrong', 'Parked:', `${work}/${step}/chunk-${chunk}: ${message.split('\n')[0]}`)
}

export function cancelCommand(): Command {
  return command('cancel', 'End a shared run; it can be resumed with retry.', 'tacet run cancel /shared/run')
    .argument('<folder>', FOLDER)
    .action((folder: string, flags: Flags) =>
      withContext(flags, async ({ terminal }) => {
        const { RunDirectory, cancelSlurm } = await import('../../cluster/index.ts')
        await (await RunDirectory.open(folder)).end('stop')
        await cancelSlurm(folder)
        terminal.print('Cancelled: workers end at the next safe point. What was charged stays charged.')
        terminal.print(`To resume: tacet run retry ${folder}`)
        terminal.result({ cancelled: folder })
      }),
    )
}

export function retryCommand(): Command {
  return command(
    'retry',
    'Resume a shared run as it was asked for; what failed is tried again.',
    'tacet run retry /shared/run',
  )
    .argument('<folder>', FOLDER)
    .option('--workers <n>', 'how many worker processes to start here; one per processor without it', wholeNumber)
    .option('--slurm', 'have Slurm start the workers')
    .addOption(
      new Option('--slurm-limit <n>', 'tasks of an array that run at once').argParser(wholeNumber).default(100),
    )
    .action((folder: string, flags: Flags & { workers?: number; slurm?: boolean; slurmLimit: number }) =>
      withContext(
        flags,
        async (context) => {
          const { RunDirectory } = await import('../../cluster/index.ts')
          const { runShared, showRelease } = await import('./run-shared.ts')
          const { run } = await RunDirectory.open(folder)
          const { capability, job, options, heartbeatSeconds: heartbeat, chunkSeconds } = run
          const sharing = { ...flags, runDir: folder, slurmOption: [], chunkSeconds, heartbeat }
          showRelease(context.terminal, await runShared({ capability, job, options }, sharing, context))
        },
        RESUMES,
      ),
    )
}

export function logsCommand(): Command {
  return command('logs', 'What the workers of a shared run said.', 'tacet run logs /shared/run')
    .argument('<folder>', FOLDER)
    .option('--lines <n>', 'of each worker, the last so many lines', wholeNumber, 20)
    .action((folder: string, flags: Flags) =>
      withContext(flags, async ({ terminal }) => {
        const { directoryLogs, RunDirectory } = await import('../../cluster/index.ts')
        await RunDirectory.open(folder)
        const logs = (await directoryLogs(folder)).filter(({ text }) => text.trim() !== '')
        for (const { name, text } of logs)
          terminal.print(`${name}\n${text.trimEnd().split('\n').slice(-flags.lines).join('\n')}\n`)
        if (logs.length === 0) terminal.print('The workers said nothing.')
        terminal.result({ logs })
      }),
    )
}
