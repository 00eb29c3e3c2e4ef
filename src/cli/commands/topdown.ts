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
  readonly extend?: string
  readonly seed?: string
  readonly evaluate?: boolean
  readonly threads?: number
}

export function topdownCommand(): Command {
  return command(
    'topdown',
    'Release consistent, private, whole counts for every level of a geography, with what is public kept exactly.',
    `tacet plan town.yaml
tacet topdown town.yaml --out release
tacet topdown more.yaml --extend release --out second    # more attributes; the first release stays its margin
tacet topdown town.yaml --out trial --seed 7 --evaluate    # a simulation: NOT PRIVATE, leaves the ledger alone`,
  )
    .argument('<spec>', 'YAML or JSON; `tacet init` writes an example')
    .option('--out <folder>', 'a new folder for the release; tacet-topdown without it')
    .addOption(formatOption())
    .addOption(plainCellsOption())
    .option('--extend <release>', 'add attributes to an earlier top-down release, which stays as it is')
    .option('--seed <text>', 'simulate: repeatable and NOT PRIVATE; nothing is charged')
    .option('--evaluate', 'compare with the truth: the release becomes CONFIDENTIAL')
    .option('--threads <n>', 'how many threads solve', wholeNumber)
    .action((path: string, { json, quiet, ...options }: Options) =>
      withContext({ json: json === true, quiet: quiet === true }, async ({ terminal, signal }) => {
        const { runTopdown } = await import('../../run/index.ts')
        const { manifest, evaluation, out, resumed } = await runTopdown(path, {
          ...options,
          out: outFolder(options.out, 'topdown'),
          progress: terminal.progress,
          signal,
        })
        if (resumed)
          terminal.note('Went on from an earlier, stopped run: what it had drawn and solved was used as it was.')
        if (manifest.stamp !== null) terminal.print(`${manifest.stamp}: this release must not be published.`)
        terminal.print(`Privacy loss: ${manifest.privacy.words}`)
        const { levels, queries, facts, failsafe, implied } = manifest.result as unknown as TopdownFigures
        terminal.print(
          implied.complete ? `Public facts: complete (${implied.theorem}).` : `Public facts: ${implied.words}`,
        )
        for (const fact of facts.filter(({ broken }) => broken !== null && broken > 0)) {
          terminal.print(
            `"${fact.name}" (${fact.mode}) does not hold at ${fact.broken === 1 ? 'one place' : `${fact.broken} places`}, as in ${fact.examples[0]}.`,
          )
        }
        if (failsafe.length > 0) {
          const places = failsafe.length === 1 ? 'one place' : `${failsafe.length} places`
          terminal.print(`The failsafe acted at ${places}: see the report.`)
        }
        if (evaluation !== undefined) {
          const rows = evaluation.queries.map((q) => [
            q.places,
            q.query,
            q.totalAbsolute,
            q.meanAbsolute,
            q.bias,
            q.otherMeanAbsolute,
          ])
          const head = ['places', 'query', 'total absolute error', 'mean', 'bias', 'mean, other way']
          terminal.print(`\n${textTable(head, rows)}\nThe other way: ${evaluation.other}.\n`)
        }
        terminal.print(`Wrote ${out}: ${shortList(manifest.outputs.map((file) => file.name))}, manifest.json`)
        terminal.result({
          out,
          stamp: manifest.stamp,
          runId: manifest.runId,
          levels,
          queries,
          privacy: manifest.privacy,
          checks: manifest.checks,
          failsafe,
          facts,
          implied,
          evaluation,
        })
      }),
    )
}

interface TopdownFigures {
  readonly levels: unknown
  readonly queries: unknown
  readonly facts: readonly { name: string; mode: string; broken: number | null; examples: readonly string[] }[]
  readonly failsafe: readonly unknown[]
  readonly implied: { readonly complete: boolean; readonly theorem: string; readonly words: string }
}

const MOST_NAMES = 8

function shortList(names: readonly string[]): string {
  return names.length <= MOST_NAMES
    ? names.join(', ')
    : `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`
}
