/** `tacet plan --fit` for top-down: errors before and after, and the shares as a spec states them. */
import type { Page } from '../../run/page.ts'
import type { TopdownPlanDocument } from './plan.ts'

type FittedTable = NonNullable<TopdownPlanDocument['fit']>[number]

export function showFittedTable(page: Page, fitted: FittedTable): void {
  const { table, kind, queries } = fitted
  const whose = table === 'units' ? ' of the units' : ''
  page.print(`\nShares${whose} that fit the ${kind}, with the standard error of a released answer:\n`)
  const percent = (share: number): string => (100 * share).toFixed(1)
  const rows = queries.map((q) => [
    q.level,
    q.query,
    q.value,
    percent(q.share),
    percent(q.fittedShare),
    q.standardError,
    q.fittedError,
  ])
  const value = kind === 'weights' ? 'weight' : 'target'
  page.table(['level', 'query', value, 'budget % now', 'fitted', 'error now', 'with these'], rows)
  for (const line of targetWords(fitted)) page.print(line)
  if (fitted.starved.length > 0) showStarved(page, fitted)
  for (const line of specLines(fitted)) page.print(line)
}

/** What would be left without budget, because nothing is wanted of it. */
function showStarved(page: Page, { kind, starved }: FittedTable): void {
  const [what, one] = kind === 'weights' ? ['topdown.weights', 'weight'] : ['topdown.targets', 'target']
  page.print(
    `\nThese have no ${one}, so next to none of the budget would be left for them. Name in ${what} what matters; leave the rest out of the workload.\n`,
  )
  const rows = starved.map((q) => [q.level, q.query, (100 * q.fittedShare).toFixed(1), q.standardError, q.fittedError])
  page.table(['level', 'query', 'fitted %', 'error now', 'with these'], rows)
}

function targetWords({ worst, budgetTimes }: FittedTable): readonly string[] {
  if (worst === null || budgetTimes === null) return []
  if (worst <= 1) return [`\nEvery target is met. About ${budgetTimes.toFixed(2)} times the budget would do.`]
  return [
    `\nNot every target can be met: with these shares no error is more than ${worst.toFixed(2)} times its target. About ${budgetTimes.toFixed(2)} times the budget would meet them all.`,
  ]
}

/** What to write into the spec. */
function specLines({ table, levels, workload }: FittedTable): readonly string[] {
  const indent = table === 'units' ? '  ' : ''
  const shares = Object.entries(levels).map(([name, share]) => `${plain(name)}: ${share}`)
  return [
    '\nIn the spec:\n',
    ...(table === 'units' ? ['units:'] : []),
    `${indent}privacy:`,
    `${indent}  levels: { ${shares.join(', ')} }`,
    `${indent}workload:`,
    ...workload.map(
      (one) =>
        `${indent}  - { query: ${plain(one.query)}, share: ${one.share}, levels: [${one.levels.map(plain).join(', ')}] }`,
    ),
  ]
}

const PLAIN = /^[a-z][\w-]*( (\* )?[a-z][\w-]*)*$/i
const RESERVED = /^(true|false|yes|no|on|off|y|n|null)$/i

/** A text as YAML reads it. */
function plain(text: string): string {
  return PLAIN.test(text) && !RESERVED.test(text) ? text : JSON.stringify(text)
}
