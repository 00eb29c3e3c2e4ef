/** What is shown of a plan and of a release of records. */
import { gapWords } from '../../anonymity/publish/gap-words.ts'
import type { Release } from '../../run/capability.ts'
import { formatSeconds } from '../../run/pace.ts'
import { Page, type Shown } from '../../run/page.ts'
import { wrote } from '../../run/release-lines.ts'
import type { AnonymizeFigures } from './figures.ts'
import { levelWords } from './level-words.ts'
import type { AnonymizePlan } from './plan.ts'

export function showAnonymizePlan(plan: AnonymizePlan): Shown {
  const page = new Page()
  const { records, k, attributes, method, seconds, mostSuppressed } = plan
  page.print(`${records.toLocaleString('en')} records, each to be alike to ${k - 1} others.`)
  page.print()
  page.table(
    ['quasi-identifier', 'weight'],
    attributes.map(({ name, weight }) => [name, weight]),
  )
  page.print(
    `\nMethod ${method}, ${formatSeconds(seconds)} at most. Records that may be suppressed: ${mostSuppressed}.`,
  )
  return page.shown({ anonymize: plan })
}

export function showAnonymity({ out, manifest, figures: f }: Release<AnonymizeFigures>): Shown {
  const page = new Page()
  if (f.freeform)
    page.mark('warning', 'WEAKER', 'than k-anonymity: freeform boxes, no k published records are alike.\n')
  const gap = gapWords(f)
  const classes =
    f.classes === null ? 'none' : `${f.classes.toLocaleString('en')} of ${f.smallestClass} to ${f.largestClass} records`
  page.table(
    ['', ''],
    [
      ['method', `${f.method}, ${formatSeconds(f.seconds)}`],
      ['records', f.records],
      ['classes', classes],
      ['suppressed', f.suppressed],
      ['detail lost', `${(100 * f.lossPerCell).toFixed(3)} % of a cell, weights included`],
      ['loss', `${f.loss.toFixed(6)}${gap === undefined ? '' : `, ${gap}`}`],
      ...(f.levels === undefined ? [] : [['levels', levelWords(f.levels)] as const]),
      ['left out', f.leftOut.join(', ') || 'nothing'],
      ['left untouched', f.untouched.join(', ') || 'nothing'],
    ],
  )
  if (f.untouched.length > 0)
    page.print('\nUntouched columns are published as they are: check that nobody can be recognised by them.')
  page.print()
  if (out !== null && manifest !== null) wrote(page, out, manifest)
  return page.shown({ ...f, out })
}
