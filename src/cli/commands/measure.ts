import type { Command } from 'commander'
import type { OutputFormat } from '../../data/index.ts'
import { command, RESUMES, withContext } from '../command.ts'
import { formatOption, newRelease, plainCellsOption, wholeNumber } from '../options.ts'
import { readableLoss } from '../readable.ts'
import { mustNotBePublished, RESUMED, wrote } from '../release-lines.ts'

interface Options {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly out?: string
  readonly format?: OutputFormat
  readonly spreadsheetSafe: boolean
  readonly seed?: string
  readonly ledgerReason?: string
  readonly evaluate?: boolean
  readonly threads?: number
}

export function measureCommand(): Command {
  return command(
    'measure',
    'Draw the noisy measurements of a spec and write them, with their variances, as a file to publish.',
    `tacet plan town.yaml
tacet measure town.yaml --out release
tacet measure town.yaml --out trial --seed 7 --evaluate    # a simulation: NOT PRIVATE, leaves the ledger alone`,
  )
    .argument('<spec>', 'YAML or JSON; `tacet init` writes an example')
    .option('--out <folder>', 'a new folder for the release; tacet-measure without it')
    .addOption(formatOption())
    .addOption(plainCellsOption())
    .option('--ledger-reason <text>', 'why these data get another ledger than the one they have; written into both')
    .option('--seed <text>', 'simulate: repeatable and NOT PRIVATE; nothing is charged')
    .option('--evaluate', 'compare with the truth: the release becomes CONFIDENTIAL')
    .option('--threads <n>', 'how many workers draw at once; one per processor without it', wholeNumber)
    .action((path: string, { json, quiet, ...options }: Options) =>
      withContext(
        { json: json === true, quiet: quiet === true },
        async ({ terminal, signal }) => {
          const { runMeasure } = await import('../../jobs/index.ts')
          const { manifest, evaluation, out, resumed } = await runMeasure(path, {
            ...options,
            out: await newRelease(options.out, 'measure'),
            progress: terminal.progress,
            warn: (text) => terminal.alert('warning', 'Warning:', text),
            signal,
          })
          if (resumed) terminal.note(RESUMED)
          mustNotBePublished(terminal, manifest.stamp)
          terminal.print(`Privacy loss: ${readableLoss(String(manifest.privacy.words))}`)
          if (evaluation !== undefined) {
            const rows = evaluation.queries.map((q) => [q.level, q.query, q.meanAbsolute, q.largestAbsolute, q.bias])
            terminal.print()
            terminal.table(['level', 'query', 'mean absolute error', 'largest', 'bias'], rows)
            terminal.print()
          }
          wrote(terminal, out, manifest)
          const { levels, queries } = manifest.result
          terminal.result({
            out,
            stamp: manifest.stamp,
            runId: manifest.runId,
            levels,
            queries,
            privacy: manifest.privacy,
            evaluation,
          })
        },
        RESUMES,
      ),
    )
}
