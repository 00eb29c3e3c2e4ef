/** What is shown of the audit of a finished table. */
import { Page, type Shown } from '../../run/page.ts'
import type { CellBound, CellsDocument } from './audit-cells.ts'

const SHOWN = 20
const ORDER: readonly CellBound['verdict'][] = ['exact', 'small', 'not shown', 'near', 'open']

export function showCells(found: CellsDocument): Shown {
  const page = new Page()
  const { cells, sums, withheld, base, wholeByTheorem, table } = found
  page.print(
    `${cells.toLocaleString('en')} cells in ${sums.toLocaleString('en')} sums, ${withheld.toLocaleString('en')} of them withheld`,
  )
  page.print()
  const [tone, label] = verdictOf(found)
  page.mark(tone, label, '')
  const listed = [...table].sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict))
  if (listed.length > 0) {
    page.print()
    page.table(
      ['cell', 'least', 'most', 'verdict'],
      listed
        .slice(0, SHOWN)
        .map(({ cell, lower, upper, verdict }) => [cell, lower ?? 'none', upper ?? 'none', wordsOf(verdict, found)]),
    )
    if (listed.length > SHOWN) page.print(`and ${listed.length - SHOWN} more in the figures for programs`)
  }
  if (base !== null) page.print(`\nEvery figure is taken to be less than ${base} away from the true one.`)
  if (!wholeByTheorem && withheld > 0)
    page.print(
      '\nThese are exact bounds on numbers that need not be whole. Of whole numbers some cells may be bounded more narrowly.',
    )
  page.print('\nNot looked at: other tables of the same data, and readers who know a figure because it is their own.')
  return page.shown(found)
}

function verdictOf({
  exact,
  small,
  unshown,
  near,
  within,
  smallBelow,
}: CellsDocument): ['ok' | 'warning' | 'wrong', string] {
  const parts = [
    ...(exact > 0 ? [`${exact} can be worked out exactly`] : []),
    ...(small > 0 ? [`${small} are known to be above 0 and below ${smallBelow}`] : []),
    ...(unshown > 0 ? [`${unshown} could not be bounded for certain`] : []),
    ...(near > 0 ? [`${near} are known to within ${within} %`] : []),
  ]
  if (parts.length === 0)
    return ['ok', 'No withheld cell can be worked out, or bounded narrowly, from this table alone.']
  return [exact + small > 0 ? 'wrong' : 'warning', `Of the withheld cells ${parts.join(', ')}.`]
}

function wordsOf(verdict: CellBound['verdict'], { within, smallBelow }: CellsDocument): string {
  if (verdict === 'small') return `below ${smallBelow}`
  return verdict === 'near' ? `within ${within} %` : verdict
}
