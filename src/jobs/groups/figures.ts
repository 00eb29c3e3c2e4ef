/** What is said of a release of group sizes beside its tables: the same when it is made and when it is solved again. */
import { type GroupMeasurements, type GroupPlan, groupsAtTop, groupsByRegion } from '../../groups/index.ts'
import type { Report } from '../../release/index.ts'
import { type GroupsEvaluation, type GroupsReportInput, groupsReport } from './report.ts'
import type { GroupsTask } from './task.ts'
import type { SolvedGroups } from './worker.ts'

export interface FoundGroups extends SolvedGroups {
  readonly plan: GroupPlan
  readonly measurements: GroupMeasurements
}

export interface LevelFigures {
  readonly name: string
  readonly regions: number
  readonly groups: number
  /** The root of the mean square of the standard errors of its counts. */
  readonly standardError: number
  readonly l1Error?: number
  readonly earthMover?: number
}

/** The public number of groups, or else as many as are released. */
export function groupsIn({ measurements, release: { layers } }: FoundGroups): number {
  return groupsAtTop(measurements) ?? layers[0].reduce((sum, count) => sum + count, 0)
}

export function reportOf(
  job: GroupsTask,
  found: FoundGroups,
  shown: Pick<GroupsReportInput, 'title' | 'stamp' | 'statement' | 'file' | 'evaluation'>,
): Report {
  const { plan, release, errors } = found
  return groupsReport({
    ...shown,
    job,
    plan,
    release,
    errors,
    levels: levelFigures(found, shown.evaluation),
    groups: groupsIn(found),
    groupsArePublic: groupsAtTop(found.measurements) !== undefined,
    warnings: warningsOf(found),
  })
}

export function levelFigures(
  { release: { hierarchy, layers, sizes }, errors }: FoundGroups,
  evaluation: readonly GroupsEvaluation[] | undefined,
): readonly LevelFigures[] {
  return hierarchy.levels.map(({ name, regions }, l) => ({
    name,
    regions: regions.length,
    groups: groupsByRegion(layers[l], sizes).reduce((sum, count) => sum + count, 0),
    standardError: Math.sqrt(errors[l].reduce((sum, error) => sum + error ** 2, 0) / errors[l].length),
    ...(evaluation && { l1Error: evaluation[l].l1Error, earthMover: evaluation[l].earthMover }),
  }))
}

/** What a reader of the release should know of how it was found. */
export function warningsOf({ plan, release: { mechanism, certificate }, instead }: FoundGroups): readonly string[] {
  const { residual, tolerance, steps } = certificate
  return [
    ...(instead === undefined
      ? []
      : [
          `${plan.mechanism} could not solve what was drawn (${instead}); ${mechanism} did, from the same measurements.`,
        ]),
    ...(residual === undefined || tolerance === undefined || residual <= tolerance
      ? []
      : [
          `Model 2 was solved to ${residual.toPrecision(2)} groups in ${steps} steps, where ${tolerance.toPrecision(2)} was wanted: the counts are a little less accurate than they could be, and keep every condition.`,
        ]),
  ]
}
