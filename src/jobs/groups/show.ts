/** What is shown of a plan and a release of group sizes. */
import { decimal, readableLoss } from '../../privacy/readable-loss.ts'
import type { Release } from '../../run/capability.ts'
import { Page, type Shown } from '../../run/page.ts'
import { mustNotBePublished, wrote } from '../../run/release-lines.ts'
import type { GroupsPlanDocument } from './plan.ts'
import type { GroupsFigures } from './run.ts'

export function showGroupsPlan(plan: GroupsPlanDocument): Shown {
  const page = new Page()
  const { print } = page
  if (plan.notPrivate !== null) page.mark('warning', 'NOT PRIVATE:', plan.notPrivate)
  print(`Groups by size, ${plan.mechanism}: ${readableLoss(plan.privacy.words)}`)
  print(`  ${plan.privacy.neighbours}\n`)
  const rows = plan.levels.map((level) => [
    level.name,
    level.regions,
    plan.sizes,
    `${(100 * Number(decimal(level.share))).toFixed(1)}`,
    level.sensitivity,
    level.predictedError,
  ])
  page.table(['level', 'regions', 'sizes', 'budget %', 'sensitivity', 'standard error of a large count'], rows)
  if (plan.fit !== undefined) showFit(page, plan.fit)
  for (const remark of plan.privacy.remarks) print(`\nNote: ${remark}`)
  print(`\nPublished exactly, outside the guarantee: ${plan.privacy.publishedExactly.join(', ')}.`)
  print(`Ledger: ${plan.ledger}`)
  return page.shown({ groups: plan })
}

/** The shares that fit, and how to ask for them. */
function showFit(page: Page, { levels }: NonNullable<GroupsPlanDocument['fit']>): void {
  page.print('\nShares that fit the weights, with the standard error of a large count:\n')
  const rows = levels.map(({ name, weight, share, equalError, predictedError }) => [
    name,
    weight,
    (100 * Number(decimal(share))).toFixed(1),
    equalError,
    predictedError,
  ])
  page.table(['level', 'weight', 'budget %', 'with equal shares', 'with these'], rows)
  const shares = levels.map(({ name, share }) => `${JSON.stringify(name)}: ${share}`)
  page.print(`\nIn the spec: privacy: { levels: { ${shares.join(', ')} } }`)
}

export function showGroups({ out, manifest, figures }: Release<GroupsFigures>): Shown {
  const page = new Page()
  if (out === null || manifest === null) return page.shown(null)
  const { epsilon, plan, levels, checks, warnings, mechanism } = figures
  mustNotBePublished(page, manifest.stamp)
  page.print(`${plan.mechanism}: ${readableLoss(String(manifest.privacy.words))}\n`)
  for (const warning of warnings) page.mark('warning', 'Warning:', `${warning}\n`)
  const evaluated = levels.some(({ l1Error }) => l1Error !== undefined)
  const head = ['level', 'regions', 'groups', 'standard error', ...(evaluated ? ['L1 error', 'earth mover'] : [])]
  const rows = levels.map(({ name, regions, groups, standardError, l1Error = 0, earthMover = 0 }) => [
    name,
    regions,
    groups,
    standardError,
    ...(evaluated ? [l1Error, earthMover] : []),
  ])
  page.table(head, rows)
  const { consistent, valid, faithful } = checks
  page.print(`\nConsistent: ${yes(consistent)}. Valid: ${yes(valid)}. Faithful: ${yes(faithful)}.`)
  wrote(page, out, manifest)
  const { privacy, stamp, runId } = manifest
  return page.shown({ mechanism, epsilon, levels, checks, warnings, out, stamp, runId, privacy })
}

function yes(holds: boolean): string {
  return holds ? 'yes' : 'NO'
}
