/** The worked job: makes the town, releases private counts for all its places, and audits a table that looks harmless. */
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeTown, readSpec, townMap, withDatabase, writeTable } from '../../data/index.ts'
import { writeNewFile } from '../../files/index.ts'
import { type AuditDocument, capabilities, jobFrom, specJob, type TopdownFigures } from '../../jobs/index.ts'
import { checkOutFolder, type Release, type RunContext } from '../../run/index.ts'
import { EXAMPLE_SPEC } from '../../spec/index.ts'

export interface DemoFiles {
  readonly folder: string
  readonly people: string
  readonly spec: string
  readonly persons: number
}

export async function writeTown(folder: string): Promise<DemoFiles> {
  checkOutFolder(folder)
  await mkdir(folder, { recursive: true })
  const town = makeTown()
  const people = join(folder, 'people.parquet')
  await withDatabase({}, (db) => writeTable(db, people, 'parquet', town.columns))
  const spec = join(folder, 'town.yaml')
  await writeNewFile(join(folder, 'wards.geojson'), townMap())
  await writeNewFile(spec, EXAMPLE_SPEC.replace('  # boundaries:', '  boundaries:'))
  return { folder, people, spec, persons: town.people }
}

/** What publishing the shares of marital status by education would disclose: every count, as it turns out. */
export async function demoAudit({ folder, people }: DemoFiles, context: RunContext): Promise<AuditDocument> {
  const job = specJob(
    { source: { file: basename(people) }, audit: { rows: ['education'], columns: ['marital'] } },
    folder,
  )
  const out = join(folder, 'audit')
  const { figures } = await capabilities.audit.run(job, { ...context, options: { out } })
  if (figures.kind !== 'table') throw new Error('the audit of one table is asked for')
  return figures.found
}

export async function demoRelease({ folder, spec }: DemoFiles, context: RunContext): Promise<Release<TopdownFigures>> {
  const { topdown } = capabilities
  const out = join(folder, 'release')
  return topdown.run(jobFrom(await readSpec(spec)), { ...context, options: { out } })
}
