import type { Command } from 'commander'
import type { OutputFormat } from '../../data/index.ts'
import { command, RESUMES, withContext } from '../command.ts'
import { formatOption, newRelease, plainCellsOption, wholeNumber } from '../options.ts'
import { readableLoss } from '../readable.ts'
import { mustNotBePublished, RESUMED, wrote } from '../release-lines.ts'
import { impliedWords } from './plan-topdown.ts'

interface Options {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly out?: string
  readonly format?: OutputFormat
  readonly spreadsheetSafe: boolean
  readonly extend?: string
  readonly seed?: string
  readonly ledgerReason?: string
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
    .option('--ledger-reason <text>', 'why these data get another ledger than the one they have; written into both')
    .option('--seed <text>', 'simulate: repeatable and NOT PRIVATE; nothing is charged')
    .option('--evaluate', 'compare with the truth: the release becomes CONFIDENTIAL')
    .option('--threads <n>', 'how many workers draw and solve at once; one per processor without it', wholeNumber)
    .action((path: string, { json, quiet, ...options }: Options) =>
      withContext(
        { json: json === true, quiet: quiet === true },
        async ({ terminal, signal }) => {
          const { runTopdown } = await import('../../jobs/index.ts')
          const { manifest, evaluation, out, resumed } = await runTopdown(path, {
            ...options,
            out: await newRelease(options.out, 'topdown'),
            progress: terminal.progress,
            warn: (text) => terminal.alert('warning', 'Warning:', text),
            signal,
          })
          if (resumed) terminal.note(RESUMED)
          mustNotBePublished(terminal, manifest.stamp)
          terminal.print(`Privacy loss: ${readableLoss(String(manifest.privacy.words))}`)
          const { levels, queries, facts, failsafe, implied } = manifest.result as unknown as TopdownFigures
          terminal.print(`Public facts: ${impliedWords(implied)}`)
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
            terminal.print()
            terminal.table(head, rows)
            terminal.print(`The other way: ${evaluation.other}.\n`)
          }
          wrote(terminal, out, manifest)
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
        },
        RESUMES,
      ),
    )
}

interface TopdownFigures {
  readonly levels: unknown
  readonly queries: unknown
  readonly facts: readonly { name: string; mode: string; broken: number | null; examples: readonly string[] }[]
  readonly failsafe: readonly unknown[]
  readonly implied: { readonly complete: boolean; readonly theorem: string; readonly words: string }
}
