/** The dry run of a release of measurements: levels, noise, cost, what it will take. */
import { readHierarchy, withDatabase } from '../../data/index.ts'
import { type RunContext, workingOf } from '../../run/context.ts'
import { checkReleaseColumns } from '../../run/drawing/check-columns.ts'
import { personWarnings } from '../../run/drawing/person-warning.ts'
import { planRelease, prepareRelease } from '../../run/drawing/prepare.ts'
import { type MeasurePlanDocument, plannedMeasurements } from '../planned-measurements.ts'
import { specFileOf } from '../spec-job.ts'
import type { MeasureJob } from './job.ts'

/** Reads which regions there are, and no count. */
export async function planMeasure({ spec }: MeasureJob, context: RunContext): Promise<MeasurePlanDocument> {
  const release = prepareRelease(specFileOf(spec))
  workingOf(context).progress.phase({ id: 'read-regions' })
  const hierarchy = await withDatabase({}, async (db) => {
    await checkReleaseColumns(db, release)
    for (const text of await personWarnings(db, release)) context.events({ kind: 'note', text })
    return readHierarchy(db, release.source, release.geography)
  })
  context.signal.throwIfAborted()
  return plannedMeasurements(release, planRelease(release, hierarchy), hierarchy)
}
