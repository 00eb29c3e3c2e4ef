/** `tacet run status`, `cancel`, `retry` and `logs`: a shared run, from any terminal. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import type { RunState } from '../../cluster/index.ts'
import { command, RESUMES, type WorkTerminal, withContext } from '../command.ts'
import { fromOne, wholeNumber } from '../options.ts'
import { clusterOption, idOption, inClusterFlag, openPlace, type PlaceFlags, type RunPlace } from './run-place.ts'

interface Flags extends PlaceFlags {
  readonly json?: boolean
  readonly quiet?: boolean
}

function placed(self: Command): Command {
  return self.argument('[folder]', 'the run directory').addOption(clusterOption()).addOption(idOption())
}

async function inPlace(
  folder: string | undefined,
  flags: Flags,
  work: (place: RunPlace) => Promise<void>,
): Promise<void> {
  const named = (error: unknown): never => {
    throw inClusterFlag(error)
  }
  const place = await openPlace(folder, flags).catch(named)
  try {
    await work(place).catch(named)
  } finally {
    await place.close()
  }
}

export function statusCommand(): Command {
  const self = command(
    'status',
    'How a shared run stands: steps, workers, what failed.',
    'tacet run status /shared/run --follow\ntacet run status --cluster postgres://tacet@db/land --metrics',
  )
  return placed(self)
    .option('--metrics', 'print it in the text format of Prometheus')
    .option('--follow', 'print it again every two seconds until the run has ended')
    .action((folder: string | undefined, flags: Flags & { metrics?: boolean; follow?: boolean }) =>
      withContext(flags, ({ terminal, signal }) =>
        inPlace(folder, flags, async (place) => {
          const { metricsText } = await import('../../cluster/index.ts')
          for (;;) {
            const state = await place.state()
            if (flags.metrics === true) terminal.print(metricsText(state).trimEnd())
            else showState(terminal, state)
            if (flags.follow !== true || state.state !== 'running') return terminal.result(state)
            await wait(2000, undefined, { signal })
          }
        }),
      ),
    )
}

function showState(terminal: WorkTerminal, { run, state, steps, workers, parked }: RunState): void {
  terminal.print(`Run ${run.id}: ${run.capability}, ${state}, begun ${run.begun}`)
  const rows = steps.map(({ work, step, done, chunks }) => [work, step, done, chunks])
  if (rows.length > 0) terminal.table(['work', 'step', 'done', 'chunks'], rows)
  else terminal.print('Nothing is shared yet: the data are being counted and measured.')
  for (const { name, chunk, quiet } of workers)
    terminal.print(`Worker ${name}: ${chunk}${quiet > 5 ? `, silent for ${quiet} s` : ''}`)
  for (const { work, step, chunk, message } of parked)
    terminal.mark('wrong', 'Parked:', `${work}/${step}/chunk-${chunk}: ${message.split('\n')[0]}`)
}

export function cancelCommand(): Command {
  const self = command('cancel', 'End a shared run; retry resumes it.', 'tacet run cancel /shared/run')
  return placed(self)
    .option('--forget', 'with --cluster: also remove what is shared of it; spends stay in the ledger')
    .action((folder: string | undefined, flags: Flags & { forget?: boolean }) =>
      withContext(flags, ({ terminal }) =>
        inPlace(folder, flags, async (place) => {
          await place.cancel()
          if (flags.forget === true) await place.forget()
          terminal.print('Cancelled: the run ends at the next safe point. What was charged stays charged.')
          if (flags.forget !== true) terminal.print(`To resume: tacet run retry ${folder ?? '--cluster ...'}`)
          terminal.result({ cancelled: place.name })
        }),
      ),
    )
}

interface RetryFlags extends Flags {
  readonly workers?: number
  readonly slurm?: boolean
  readonly slurmLimit: number
}

export function retryCommand(): Command {
  const self = command(
    'retry',
    'Resume a shared run as it was asked for; what failed is tried again.',
    'tacet run retry /shared/run',
  )
  return placed(self)
    .option('--workers <n>', 'how many worker processes to start here; one per processor without it', wholeNumber)
    .option('--slurm', 'have Slurm start the workers')
    .option('--slurm-limit <n>', 'tasks of an array that run at once', fromOne, 100)
    .action((folder: string | undefined, flags: RetryFlags) =>
      withContext(
        flags,
        async (context) => {
          const { runShared, showRelease } = await import('./run-shared.ts')
          const place = await openPlace(folder, flags)
          const { run } = await place.state().finally(() => place.close())
          const { capability, job, options, heartbeatSeconds: heartbeat, chunkSeconds } = run
          const where = folder === undefined ? {} : { runDir: folder }
          const sharing = { ...flags, ...where, slurmOption: [], chunkSeconds, heartbeat }
          showRelease(context.terminal, await runShared({ capability, job, options }, sharing, context))
        },
        RESUMES,
      ),
    )
}

export function logsCommand(): Command {
  return placed(command('logs', 'What the workers of a shared run said.', 'tacet run logs /shared/run'))
    .option('--lines <n>', 'of each worker, the last so many lines', wholeNumber, 20)
    .action((folder: string | undefined, flags: Flags & { lines: number }) =>
      withContext(flags, ({ terminal }) =>
        inPlace(folder, flags, async (place) => {
          const logs = (await place.logs()).filter(({ text }) => text.trim() !== '')
          for (const { name, text } of logs)
            terminal.print(`${name}\n${text.trimEnd().split('\n').slice(-flags.lines).join('\n')}\n`)
          if (logs.length === 0) terminal.print('The workers said nothing.')
          terminal.result({ logs })
        }),
      ),
    )
}
