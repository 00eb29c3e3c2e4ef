/** What is shown of a plan and a release of measurements. */
import { readableLoss } from '../../privacy/readable-loss.ts'
import type { Release } from '../../run/capability.ts'
import { Page, type Shown } from '../../run/page.ts'
import { mustNotBePublished, wrote } from '../../run/release-lines.ts'
import { type MeasurePlanDocument, showMeasurements } from '../planned-measurements.ts'
import type { MeasureFigures } from './run.ts'

export function showMeasurePlan(plan: MeasurePlanDocument): Shown {
  const page = new Page()
  showMeasurements(page, plan)
  return page.shown(plan)
}

export function showMeasure({ out, manifest, figures }: Release<MeasureFigures>): Shown {
  const page = new Page()
  if (out === null || manifest === null) return page.shown(null)
  const { levels, queries, evaluation } = figures
  mustNotBePublished(page, manifest.stamp)
  page.print(`Privacy loss: ${readableLoss(String(manifest.privacy.words))}`)
  if (evaluation !== undefined) {
    const rows = evaluation.queries.map((q) => [q.level, q.query, q.meanAbsolute, q.largestAbsolute, q.bias])
    page.print()
    page.table(['level', 'query', 'mean absolute error', 'largest', 'bias'], rows)
    page.print()
  }
  wrote(page, out, manifest)
  const { stamp, runId, privacy } = manifest
  return page.shown({ out, stamp, runId, levels, queries, privacy, evaluation })
}
