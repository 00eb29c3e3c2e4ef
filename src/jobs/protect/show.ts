/** What is shown of a plan and of a protected table. */
import type { Release } from '../../run/capability.ts'
import { Page, type Shown } from '../../run/page.ts'
import { mustNotBePublished, wrote } from '../../run/release-lines.ts'
import type { ProtectPlan } from './plan.ts'
import { COMPARED_HEAD, comparedRow } from './report.ts'
import type { ProtectFigures } from './result.ts'
import { gapOf } from './search-gap.ts'

export function showProtectPlan({ preview: _, ...plan }: ProtectPlan): Shown {
  const page = new Page()
  const { cells, equations, empty, sensitive, variables, byRule, method } = plan
  page.print(
    `${cells.toLocaleString('en')} cells in ${equations.toLocaleString('en')} sums, ${empty.toLocaleString('en')} of them empty.`,
  )
  page.print()
  page.table(
    ['variable', 'codes', 'sums'],
    variables.map(({ name, codes, sums }) => [name, codes, sums]),
  )
  page.print()
  page.table(['rule', 'sensitive cells'], [...Object.entries(byRule), ['together', sensitive]])
  page.print(`\nMethod ${method}. These figures are confidential.`)
  return page.shown({ protect: plan })
}

export function showProtected({ out, manifest, figures }: Release<ProtectFigures>): Shown {
  const page = new Page()
  const rows: [string, string | number][] = [
    ['method', figures.method],
    ['cells', figures.cells],
    ['sensitive', figures.sensitive],
    ...Object.entries(figures.byRule).map(([rule, cells]): [string, number] => [`  ${rule}`, cells]),
    ...(figures.waived > 0 ? [['waived', figures.waived] as [string, number]] : []),
  ]
  if (figures.search !== null) rows.push(...suppressionRows(figures))
  if (figures.change !== null) rows.push(...changeRows(figures.change))
  page.table(['', ''], rows)
  if (figures.compared.length > 0) {
    page.print()
    page.table(COMPARED_HEAD, figures.compared.map(comparedRow))
  }
  for (const note of figures.notes) page.mark('warning', 'Note:', note)
  page.print()
  if (figures.sensitive === 0 && figures.method !== 'compare')
    page.mark('ok', 'No cell is sensitive:', 'the table is published as it is.')
  else if (figures.search !== null)
    page.mark('ok', 'Every need is proved', `in exact arithmetic: ${figures.proved.toLocaleString('en')} proofs.`)
  else if (figures.method !== 'compare')
    page.mark('ok', 'No sensitive cell', 'can be bounded more narrowly than the rules allow.')
  if (manifest !== null) mustNotBePublished(page, manifest.stamp)
  if (out !== null && manifest !== null) wrote(page, out, manifest)
  if (figures.privatePart !== null)
    page.mark(
      'warning',
      'Private:',
      `${figures.privatePart} holds rules, needs and proofs. Keep it, and never publish it.`,
    )
  return page.shown({ ...figures, out })
}

function changeRows({ mean, largest, moved }: NonNullable<ProtectFigures['change']>): [string, string | number][] {
  return [
    ['cells changed', moved],
    ['mean change', mean.toPrecision(3)],
    ['largest change', largest],
  ]
}

function suppressionRows({
  secondary,
  withheld,
  search,
  intervals,
  unions,
  against,
  earlier,
}: ProtectFigures): [string, string | number][] {
  return [
    ['withheld', withheld],
    ['  to protect others', secondary],
    ['  cost', search === null ? '' : `${search.cost.toPrecision(6)}, ${gapOf(search)}`],
    ...(unions > 0 ? [['sums of withheld parts protected', unions] as [string, number]] : []),
    ...(against > 0 ? [['needs proved against contributors', against] as [string, number]] : []),
    ...(earlier.length > 0 ? [['earlier releases in it', earlier.length] as [string, number]] : []),
    ...(intervals?.narrowest == null
      ? []
      : [['narrowest interval', `${(100 * intervals.narrowest).toFixed(1)} % of its upper end`] as [string, string]]),
  ]
}
