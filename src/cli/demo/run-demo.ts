/** The worked job: makes the town, releases private counts for all its places, and audits a table that looks harmless. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTown, withDatabase, writeTable } from '../../data/index.ts'
import { writeNewFile } from '../../files/index.ts'
import { auditData } from '../../jobs/audit/audit-table.ts'
import type { AuditDocument } from '../../jobs/audit/document.ts'
import { publishAudit } from '../../jobs/audit/publish.ts'
import { runTopdown, type TopdownResult } from '../../jobs/topdown/run.ts'
import { checkOutFolder } from '../../run/out-folder.ts'
import type { Progress } from '../../run/progress.ts'
import { EXAMPLE_SPEC } from '../../spec/index.ts'

export interface DemoFiles {
  readonly folder: string
  readonly people: string
  readonly spec: string
  readonly persons: number
}

export async function writeTown(folder: string, progress: Progress): Promise<DemoFiles> {
  checkOutFolder(folder)
  await mkdir(folder, { recursive: true })
  progress.phase('Making a town')
  const town = makeTown()
  const people = join(folder, 'people.parquet')
  await withDatabase({}, (db) => writeTable(db, people, 'parquet', town.columns))
  const spec = join(folder, 'town.yaml')
  await writeNewFile(spec, EXAMPLE_SPEC)
  return { folder, people, spec, persons: town.people }
}

/** What publishing the shares of marital status by education would give away: every count, as it turns out. */
export async function demoAudit(files: DemoFiles, progress: Progress, signal: AbortSignal): Promise<AuditDocument> {
  const found = await auditData(
    {
      source: { kind: 'file', path: files.people },
      count: undefined,
      rows: ['education'],
      columns: ['marital'],
      merges: [],
      orders: [],
      rules: { small: 5, width: 0, few: 1, zerosAllowed: true },
      decimals: undefined,
      known: undefined,
    },
    { progress, signal },
  )
  const request = '{"rows":["education"],"columns":["marital"]}'
  const title = 'Marital status by education'
  await publishAudit(found, {
    out: join(files.folder, 'audit'),
    format: 'csv',
    cells: 'spreadsheet-safe',
    title,
    request,
    inputs: [files.people],
  })
  return found
}

export async function demoRelease(files: DemoFiles, progress: Progress, signal: AbortSignal): Promise<TopdownResult> {
  return runTopdown(files.spec, { out: join(files.folder, 'release'), progress, signal })
}
