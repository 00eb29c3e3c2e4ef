/**
 * A top-down release, checked as what it claims to be: whole counts over a tree of places that add up from the leaves, keep
 * the public facts, and give the answers published beside them. Everything is read from the files and the manifest's spec;
 * nothing of what solved the release has a part in it.
 */
import { type Database, withDatabase } from '../data/index.ts'
import type { Manifest } from '../release/index.ts'
import { type Check, guarded } from './check.ts'
import { answerCheck } from './topdown-answer-check.ts'
import { errorCheck, type ReleasedTable, sumCheck, wholeCheck } from './topdown-cell-checks.ts'
import { claimCheck } from './topdown-claim-check.ts'
import { earlierCheck } from './topdown-earlier-check.ts'
import { factChecks } from './topdown-fact-checks.ts'
import { impossibleCheck } from './topdown-impossible-check.ts'
import { outputRelation } from './topdown-lines.ts'
import { FINGERPRINTS, measurementCheck } from './topdown-measurement-check.ts'
import { microdataCheck } from './topdown-microdata-check.ts'
import { type Places, readPlaces, regionsCheck } from './topdown-places.ts'
import { COUNT_COLUMNS, readPublished } from './topdown-published.ts'
import { expectedOf, readStatement, type StatedRelease, type TablePlan } from './topdown-statement.ts'

export interface TopdownCheckOptions {
  /** The folder of the release that this one extends. */
  readonly earlier?: string
}

export function topdownChecks(
  folder: string,
  manifest: Manifest,
  options: TopdownCheckOptions = {},
): Promise<readonly Check[]> {
  return guarded('manifest', async () => {
    const release = readStatement(manifest)
    return withDatabase({}, (db) => placeChecks({ db, folder, manifest, release, options }))
  })
}

interface Job {
  readonly db: Database
  readonly folder: string
  readonly manifest: Manifest
  readonly release: StatedRelease
  readonly options: TopdownCheckOptions
}

function placeChecks(job: Job): Promise<readonly Check[]> {
  return guarded('regions', async () => {
    const places = await readPlaces(job.db, job.folder, job.manifest, job.release)
    return [regionsCheck(places), ...(await tableChecks(job, places))]
  })
}

async function measurementChecks(
  { folder, manifest, release }: Job,
  tables: readonly ReleasedTable[],
  places: Places,
): Promise<readonly Check[]> {
  const checks: Check[] = []
  for (const table of tables) {
    const { measurements } = expectedOf(release, table.name)
    const look = () => measurementCheck(folder, manifest, release, table, places, measurements)
    checks.push(...(await guarded(FINGERPRINTS[table.name].name, look)))
  }
  return checks
}

function tableChecks(job: Job, places: Places): Promise<readonly Check[]> {
  return guarded('whole numbers', async () => {
    const tables: ReleasedTable[] = []
    for (const plan of job.release.tables) tables.push(await readTable(job, plan, places))
    const [whole, sums] = [wholeCheck(tables), sumCheck(tables, places)]
    const facts = await publicChecks(job, tables, places)
    return [
      whole,
      sums,
      ...facts,
      claimCheck(job.manifest, job.release, whole, sums),
      ...(await answerChecks(job, tables, places)),
      ...(await recordChecks(job, tables, places)),
      ...(await guarded('measurements', () => measurementChecks(job, tables, places))),
    ]
  })
}

async function readTable({ db, folder, manifest }: Job, plan: TablePlan, places: Places): Promise<ReleasedTable> {
  const { schema, file } = plan
  const attributes = schema.attributes.map(({ name }) => name)
  const columns = ['level', 'region', ...attributes, ...COUNT_COLUMNS.map(({ column }) => column)]
  const relation = await outputRelation(db, folder, manifest, file, columns)
  return { ...plan, published: await readPublished(db, relation, places, schema) }
}

async function publicChecks(
  { db, folder, manifest, release }: Job,
  tables: readonly ReleasedTable[],
  places: Places,
): Promise<readonly Check[]> {
  const facts = await guarded('facts', () => factChecks(db, folder, manifest, release, tables, places))
  return [...facts, ...impossibleCheck(tables)]
}

function answerChecks(
  { db, folder, manifest, release }: Job,
  tables: readonly ReleasedTable[],
  places: Places,
): Promise<readonly Check[]> {
  return guarded('answers', async () => {
    const { check, ...answers } = await answerCheck(
      db,
      folder,
      manifest,
      tables,
      places,
      release.statement.zeros === 'listed',
    )
    return [check, errorCheck([...tables.map(({ published }) => published), answers])]
  })
}

async function recordChecks(
  { db, folder, manifest, release, options }: Job,
  tables: readonly ReleasedTable[],
  places: Places,
): Promise<readonly Check[]> {
  return [
    ...(await guarded('microdata', () => microdataCheck(db, folder, manifest, tables, places))),
    ...(await guarded('earlier release', () => earlierCheck(db, options.earlier, release, tables[0], places))),
  ]
}
