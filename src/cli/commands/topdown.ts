import type { Command } from 'commander'
import type { TopdownFigures } from '../../jobs/index.ts'
import { readableLoss } from '../../privacy/readable-loss.ts'
import type { Release } from '../../run/index.ts'
import { command, RESUMES, type WorkTerminal, withContext } from '../command.ts'
import { mustNotBePublished, wrote } from '../release-lines.ts'
import { drawingOptions, type PrivateFlags, runCapability, threadsOption, writingOptions } from '../run-capability.ts'
import { impliedWords } from './plan-topdown.ts'

interface Flags extends PrivateFlags {
  readonly extend?: string
}

export function topdownCommand(): Command {
  const self = command(
    'topdown',
    'Release consistent, private, whole counts for every level of a geography, with what is public kept exactly.',
    `tacet plan town.yaml
tacet topdown town.yaml --out release
tacet topdown more.yaml --extend release --out second    # more attributes; the first release stays its margin
tacet topdown town.yaml --out trial --seed 7 --evaluate    # a simulation: NOT PRIVATE, leaves the ledger alone`,
  ).argument('<spec>', 'YAML or JSON; `tacet init` writes an example')
  return drawingOptions(
    writingOptions(self, 'topdown').option(
      '--extend <release>',
      'add attributes to an earlier top-down release, which stays as it is',
    ),
  )
    .addOption(threadsOption('how many workers draw and solve at once; one per processor without it'))
    .action((path: string, flags: Flags, given: Command) =>
      withContext(
        flags,
        async (context) => {
          const { readSpec } = await import('../../data/index.ts')
          const { capabilities } = await import('../../jobs/index.ts')
          const spec = await readSpec(path)
          const { extend } = flags
          const job = { ...capabilities.topdown.fromSpec(spec), ...(extend !== undefined && { extend }) }
          show(context.terminal, await runCapability('topdown', { job, flags: given, spec }, flags, context))
        },
        RESUMES,
      ),
    )
}

function show(terminal: WorkTerminal, { out, manifest, figures }: Release<TopdownFigures>): void {
  if (out === null || manifest === null) return
  const { levels, queries, starved, facts, failsafe, implied, evaluation } = figures
  mustNotBePublished(terminal, manifest.stamp)
  terminal.print(`Privacy loss: ${readableLoss(String(manifest.privacy.words))}`)
  terminal.print(`Public facts: ${impliedWords(implied)}`)
  if (starved.words !== '') terminal.print(starved.words)
  for (const { name, mode, broken, examples } of facts) {
    if (broken === null || broken === 0) continue
    const places = broken === 1 ? 'one place' : `${broken} places`
    terminal.print(`"${name}" (${mode}) does not hold at ${places}, as in ${examples[0]}.`)
  }
  if (failsafe.length > 0) {
    const places = failsafe.length === 1 ? 'one place' : `${failsafe.length} places`
    terminal.print(`The failsafe acted at ${places}: see the report.`)
  }
  if (evaluation !== undefined) showEvaluation(terminal, evaluation)
  wrote(terminal, out, manifest)
  const { stamp, runId, privacy, checks } = manifest
  terminal.result({ out, stamp, runId, levels, queries, privacy, checks, failsafe, facts, implied, evaluation })
}

type Evaluation = NonNullable<TopdownFigures['evaluation']>

function showEvaluation(terminal: WorkTerminal, { queries, other, totals, wanted }: Evaluation): void {
  const rows = queries.map((q) => [q.places, q.query, q.totalAbsolute, q.meanAbsolute, q.bias, q.otherMeanAbsolute])
  terminal.print()
  terminal.table(['places', 'query', 'total absolute error', 'mean', 'bias', 'mean, other way'], rows)
  terminal.print(`The other way: ${other}.\n`)
  if (totals.length > 0) showTotals(terminal, totals)
  if (wanted !== undefined) showWanted(terminal, wanted)
}

/** What the shares of the spec buy beside equal ones, for what it wants. */
function showWanted(terminal: WorkTerminal, { kind, errors }: NonNullable<Evaluation['wanted']>): void {
  terminal.print(
    `Standard errors that topdown.${kind} names: expected with equal shares, expected with the spec's, and found`,
  )
  const rows = errors.map((one) => [one.level, one.query, one.value, one.evenError, one.ownError, one.found ?? ''])
  const value = kind === 'weights' ? 'weight' : 'target'
  terminal.table(['level', 'query', value, 'equal shares', 'these shares', 'found'], rows)
  terminal.print()
}

/** The leaves, with their totals weighing more or less. */
function showTotals(terminal: WorkTerminal, totals: Evaluation['totals']): void {
  const weights = [...new Set(totals.map(({ weight }) => weight))]
  const first = totals.filter(({ weight }) => weight === weights[0])
  const shown = ({ query, size }: Evaluation['totals'][number]): string =>
    size === null ? query : `${query}, ${size} people`
  const rows = first.map((one) => [
    shown(one),
    ...weights.map((weight) => {
      const found = totals.find((t) => t.weight === weight && t.query === one.query && t.size === one.size)
      return found === undefined ? '' : `${found.meanAbsolute.toFixed(2)} (${found.bias.toFixed(2)})`
    }),
  ])
  terminal.print('The leaves by how much their totals weigh (topdown.totals): mean absolute error, and bias')
  terminal.table(['query', ...weights.map((weight) => `x ${weight}`)], rows)
  terminal.print()
}
