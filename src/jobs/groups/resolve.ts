/** A published release of group sizes, solved again from its own measurements: no confidential file is read. */
import { join } from 'node:path'
import { type Database, fetchColumns, fileRelation, withDatabase } from '../../data/index.ts'
import { type GroupMeasurements, type GroupPlan, groupsAtTop } from '../../groups/index.ts'
import type { Hierarchy } from '../../model/index.ts'
import { isNotPrivate, type Manifest } from '../../release/index.ts'
import { badInput } from '../../request-error.ts'
import type { ResolveRequest } from '../../run/capability.ts'
import { numberOf, publishedTree } from '../../run/published-files.ts'
import { statementOf, writeReportAgain } from '../../run/report-again.ts'
import { RunFolder } from '../../run/run-folder.ts'
import { unpack } from '../../run/thread-answer.ts'
import { reportOf } from './figures.ts'
import { writeGroups } from './output.ts'
import { planCounted } from './plan.ts'
import { type GroupsTask, taskOfRequest } from './task.ts'
import { solve } from './worker.ts'

/** Writes the tables to `out` and gives their names. */
export function resolveGroups({
  release,
  manifest,
  out,
}: Pick<ResolveRequest, 'release' | 'manifest' | 'out'>): Promise<readonly string[]> {
  const { sizes, levels } = manifest.result as { sizes: number; levels: readonly { name: string }[] }
  const job = taskOf(manifest)
  const identity = { command: 'resolve', specSha256: manifest.spec.sha256, inputs: [], seeded: false }
  return RunFolder.hold(out, identity, (folder) =>
    withDatabase({ stamp: manifest.stamp, cells: manifest.cells ?? 'plain', threads: 1 }, async (db) => {
      const hierarchy = await publishedTree(
        db,
        release,
        manifest,
        levels.map(({ name }) => name),
      )
      const groups = await publishedNumbers(db, release, manifest, hierarchy, job)
      const frame = { hierarchy, sizes }
      const plan = planCounted(job, { ...frame, groups: groupsAtTop({ groups }) ?? 0 })
      const values = await publishedValues(db, release, manifest, plan, { sizes, groups })
      const measurements: GroupMeasurements = {
        ...frame,
        vector: plan.vector,
        values,
        variances: plan.levels.map((level) => level.variance),
        groups,
        cost: plan.cost,
        seeded: isNotPrivate(manifest.stamp),
        ...(plan.notPrivate !== undefined && { notPrivate: plan.notPrivate }),
      }
      const solved = unpack(await solve({ measurements, plan, rounding: job.rounding, shrink: job.shrink }))
      const format = manifest.outputs.some(({ name }) => name === 'groups.parquet') ? 'parquet' : 'csv'
      const written = await writeGroups(db, folder, format, { ...solved, measurements })
      const report = await writeReportAgain(folder, release, manifest, async () =>
        reportOf(
          job,
          { ...solved, plan, measurements },
          {
            title: manifest.title ?? job.title,
            stamp: manifest.stamp ?? undefined,
            statement: statementOf(manifest),
            file: written[0],
            evaluation: undefined,
          },
        ),
      )
      await folder.flush(true)
      await folder.finish()
      return [...written, ...report]
    }),
  )
}

function taskOf({ spec: { text } }: Manifest): GroupsTask {
  if (text === null) throw badInput('the manifest does not say what was asked, so it cannot be solved again')
  return taskOfRequest(text)
}

function outputOf({ outputs }: Manifest, stem: string): string {
  const found = outputs.find(({ name }) => name === `${stem}.csv` || name === `${stem}.parquet`)
  if (found === undefined) throw badInput(`the manifest lists no ${stem}, so it cannot be solved again`)
  return found.name
}

async function publishedNumbers(
  db: Database,
  release: string,
  manifest: Manifest,
  { levels }: Hierarchy,
  { publicGroups }: GroupsTask,
): Promise<GroupMeasurements['groups']> {
  const { sql } = await fileRelation(db, join(release, outputOf(manifest, 'regions')))
  const [numbers] = await fetchColumns(db, `select ${numberOf('groups')} from ${sql}`, ['float64'])
  if (publicGroups === 'none') return undefined
  if (publicGroups === 'total') return numbers[0]
  let at = 0
  return levels.map(({ regions }) => numbers.slice(at, (at += regions.length)))
}

async function publishedValues(
  db: Database,
  release: string,
  manifest: Manifest,
  plan: GroupPlan,
  { sizes, groups }: Pick<GroupMeasurements, 'sizes' | 'groups'>,
): Promise<readonly Float64Array[]> {
  const { sql } = await fileRelation(db, join(release, outputOf(manifest, 'measurements')))
  const [values] = await fetchColumns(db, `select ${numberOf('value')} from ${sql}`, ['float64'])
  const ranks = groupsAtTop({ groups }) ?? 0
  let at = 0
  const parts = plan.levels.map(({ regions }) =>
    values.slice(at, (at += plan.vector === 'sorted' ? ranks : regions * sizes)),
  )
  if (at !== values.length) throw badInput(`there are ${values.length} measurements for ${at} cells`)
  return parts
}
