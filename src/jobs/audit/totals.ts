/** What is said of totals among the levels (`bounds/total-levels.ts`). */
import { type CountedTable, totalLevels } from '../../bounds/index.ts'
import type { Block } from '../../release/index.ts'
import type { RunContext } from '../../run/context.ts'

/** Looked for where counts were given: records are people, and no total is one. */
export function totalsIn(table: CountedTable, count: string | undefined): readonly string[] {
  return count === undefined ? [] : totalLevels(table).map(({ variable, level }) => `"${level}" of ${variable}`)
}

function totalWords(totals: readonly string[]): string {
  const is = totals.length === 1 ? 'is the sum' : 'are the sums'
  return `${totals.join(' and ')} ${is} of the others: leave out the totals, or everything in them is counted twice.`
}

export function totalNotice(totals: readonly string[]): readonly Block[] {
  return totals.length === 0 ? [] : [{ kind: 'notice', tone: 'warn', text: totalWords(totals) }]
}

/** Tells the person who runs it, before anything is refused or published. */
export function noteTotals<T extends { readonly totals: readonly string[] }>(found: T, { events }: RunContext): T {
  if (found.totals.length > 0) events({ kind: 'note', text: totalWords(found.totals) })
  return found
}
