import type { Command } from 'commander'
import type { OutputFormat } from '../../data/index.ts'
import { command, withContext } from '../command.ts'
import { formatOption, outFolder, plainCellsOption, wholeNumber } from '../options.ts'
import { textTable } from '../table.ts'

interface Options {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly out?: string
  readonly format?: OutputFormat
  readonly spreadsheetSafe: boolean
  readonly seed?: string
  readonly evaluate?: boolean
  readonly threads?: number
}

export function measureCommand(): Command {
  return command(
    'measure',
    'Draw the noisy measurements of a spec, with their variances, as a publishable file.',
    `tacet plan town.yaml
tacet measure town.yaml --out release
tacet measure town.yaml --out trial --seed 7 --evaluate    # a simulation: NOT PRIVATE, leaves the ledger alone`,
  )
    .argument('<spec>', 'YAML or JSON; `tacet init` writes an example')
    .option('--out <folder>', 'a new folder for the release; tacet-measure without it')
    .addOption(formatOption())
    .addOption(plainCellsOption())
    .option('--seed <text>', 'simulate: repeatable and NOT PRIVATE; nothing is charged')
    .option('--evaluate', 'compare with the truth: the release becomes CONFIDENTIAL')
    .option('--threads <n>', 'how many threads draw', wholeNumber)
    .action((path: string, { json, quiet, ...options }: Options) =>
      withContext({ json: json === true, quiet: quiet === true }, async ({ terminal, signal }) => {
        const { runMeasure } = await import('../../run/index.ts')
        const { manifest, evaluation, out, resumed } = await runMeasure(path, {
          ...options,
          out: outFolder(options.out, 'measure'),
          progress: terminal.progress,
          signal,
        })
        if (resumed) terminal.note('Went on from an earlier, stopped run: what it had drawn was used as it was.')
        if (manifest.stamp !== null) terminal.print(`${manifest.stamp}: this release must not be published.`)
        terminal.print(`Privacy loss: ${manifest.privacy.words}`)
        if (evaluation !== undefined) {
          const rows = evaluation.queries.map((q) => [q.level, q.query, q.meanAbsolute, q.largestAbsolute, q.bias])
          terminal.print(`\n${textTable(['level', 'query', 'mean absolute error', 'largest', 'bias'], rows)}\n`)
        }
        terminal.print(`Wrote ${out}: ${manifest.outputs.map((file) => file.name).join(', ')}, manifest.json`)
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
      }),
    )
}
