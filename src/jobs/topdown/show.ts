/** What is shown of a top-down plan and release. */
import { readableLoss } from '../../privacy/readable-loss.ts'
import type { Manifest } from '../../release/index.ts'
import type { Release } from '../../run/capability.ts'
import { formatBytes, formatSeconds } from '../../run/pace.ts'
import { Page, type Shown } from '../../run/page.ts'
import { mustNotBePublished, wrote } from '../../run/release-lines.ts'
import { showMeasurements } from '../planned-measurements.ts'
import { EXTENDS } from './document.ts'
import { boundWords } from './implied-lines.ts'
import type { TopdownPlanDocument } from './plan.ts'
import type { TopdownFigures } from './run.ts'
import { showFittedTable } from './show-fit.ts'

/** Whether the public facts can come into conflict with the counts below, in a sentence. */
function impliedLine({ complete, theorem, words }: TopdownPlanDocument['implied']): readonly string[] {
  if (theorem === 'no facts') return []
  return [`Public facts: ${complete ? `they cannot clash (${theorem}).` : `NOT proved to fit together. ${words}`}`]
}

/** Lines shown of what the facts imply; all of them are in --json, and in the facts.csv of a release. */
const MOST_BOUNDS = 12

function showBounds(page: Page, bounds: TopdownPlanDocument['bounds']): void {
  if (bounds.length === 0) return
  page.print('\n  What they imply above:')
  const lines = bounds
    .slice(0, MOST_BOUNDS)
    .map(({ level, region, sum, lower, upper }) => [
      level,
      region,
      sum,
      boundWords({ lower, upper: upper ?? Number.POSITIVE_INFINITY }),
    ])
  page.table(['level', 'region', 'count', 'is'], lines)
  if (bounds.length > MOST_BOUNDS) page.print(`  and ${bounds.length - MOST_BOUNDS} more: see --json`)
}

export function showTopdownPlan(plan: TopdownPlanDocument): Shown {
  const page = new Page()
  const { print } = page
  const { measured, ...topdown } = plan
  showMeasurements(page, measured)
  print('\nTop-down, from these measurements:')
  for (const { name, level, mode, words } of plan.facts) print(`  "${name}" (${level}, ${mode}) ${words}.`)
  for (const line of impliedLine(plan.implied)) print(`  ${line}`)
  showBounds(page, plan.bounds)
  print()
  const rows = plan.errors.map((e) => [
    e.level,
    e.query,
    e.measured ?? '',
    Number.isFinite(e.standardError) ? e.standardError : 'not determined',
  ])
  page.table(['level', 'query', 'noise (s.d.)', 'standard error when released'], rows)
  for (const table of plan.fit ?? []) showFittedTable(page, table)
  print(`\nSolving takes about ${formatSeconds(plan.seconds)} and ${formatBytes(plan.memoryBytes)} of memory.`)
  return page.shown({ ...measured, topdown })
}

export function showTopdown({ out, manifest, figures }: Release<TopdownFigures>): Shown {
  const page = new Page()
  if (out === null || manifest === null) return page.shown(null)
  const { levels, queries, starved, facts, failsafe, implied, evaluation } = figures
  mustNotBePublished(page, manifest.stamp)
  page.print(`Privacy loss: ${readableLoss(String(manifest.privacy.words))}`)
  for (const line of extendedWords(manifest)) page.print(line)
  for (const line of impliedLine(implied)) page.print(line)
  if (starved.words !== '') page.print(starved.words)
  for (const { name, mode, broken, examples } of facts) {
    if (broken === null || broken === 0) continue
    const places = broken === 1 ? 'one place' : `${broken} places`
    page.print(`"${name}" (${mode}) does not hold at ${places}, as in ${examples[0]}.`)
  }
  if (failsafe.length > 0) {
    const places = failsafe.length === 1 ? 'one place' : `${failsafe.length} places`
    page.print(`The failsafe acted at ${places}: see the report.`)
  }
  if (evaluation !== undefined) showEvaluation(page, evaluation)
  wrote(page, out, manifest)
  const { stamp, runId, privacy, checks } = manifest
  return page.shown({ out, stamp, runId, levels, queries, privacy, checks, failsafe, facts, implied, evaluation })
}

/** What an extension spends beside the release that it extends. */
function extendedWords({ privacy }: Manifest): readonly string[] {
  const { earlier, statement } = privacy as {
    readonly earlier?: { readonly runId: string }
    readonly statement: readonly string[]
  }
  if (earlier === undefined) return []
  return statement.filter((line) => line.startsWith(EXTENDS)).map(readableLoss)
}

type Evaluation = NonNullable<TopdownFigures['evaluation']>

function showEvaluation(page: Page, { queries, other, totals, wanted }: Evaluation): void {
  const rows = queries.map((q) => [q.places, q.query, q.totalAbsolute, q.meanAbsolute, q.bias, q.otherMeanAbsolute])
  page.print()
  page.table(['places', 'query', 'total absolute error', 'mean', 'bias', 'mean, other way'], rows)
  page.print(`The other way: ${other}.\n`)
  if (totals.length > 0) showTotals(page, totals)
  if (wanted !== undefined) showWanted(page, wanted)
}

/** What the shares of the spec buy beside equal ones, for what it wants. */
function showWanted(page: Page, { kind, errors }: NonNullable<Evaluation['wanted']>): void {
  page.print(
    `Standard errors that topdown.${kind} names: expected with equal shares, expected with the spec's, and found`,
  )
  const rows = errors.map((one) => [one.level, one.query, one.value, one.evenError, one.ownError, one.found ?? ''])
  const value = kind === 'weights' ? 'weight' : 'target'
  page.table(['level', 'query', value, 'equal shares', 'these shares', 'found'], rows)
  page.print()
}

/** The leaves, with their totals weighing more or less. */
function showTotals(page: Page, totals: Evaluation['totals']): void {
  const weights = [...new Set(totals.map(({ weight }) => weight))]
  const first = totals.filter(({ weight }) => weight === weights[0])
  const shown = ({ query, size }: Evaluation['totals'][number]): string =>
    size === null ? query : `${query}, of ${size}`
  const rows = first.map((one) => [
    shown(one),
    ...weights.map((weight) => {
      const found = totals.find((t) => t.weight === weight && t.query === one.query && t.size === one.size)
      return found === undefined ? '' : `${found.meanAbsolute.toFixed(2)} (${found.bias.toFixed(2)})`
    }),
  ])
  page.print('The leaves by how much their totals weigh (topdown.totals): mean absolute error, and bias')
  page.table(['query', ...weights.map((weight) => `x ${weight}`)], rows)
  page.print()
}
