/** A release that extends an earlier one: summed over the attributes it adds, it is the earlier release, cell by cell. */
import type { Database } from '../data/index.ts'
import { compileQuery, type Schema, TOTAL } from '../model/index.ts'
import { type Manifest, readManifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import type { Check } from './check.ts'
import type { ReleasedTable } from './topdown-cell-checks.ts'
import { outputRelation } from './topdown-lines.ts'
import type { Places } from './topdown-places.ts'
import { answersFrom, COUNT_COLUMNS, faultsInWords, readPublished } from './topdown-published.ts'
import { readStatement, type StatedRelease } from './topdown-statement.ts'
import { differences } from './topdown-tally.ts'

/** No check for a release that extends none. */
export async function earlierCheck(
  db: Database,
  folder: string | undefined,
  { statement }: StatedRelease,
  people: ReleasedTable,
  places: Places,
): Promise<readonly Check[]> {
  const name = 'earlier release'
  const extended = statement.extends
  if (extended === null || extended === undefined) return []
  if (folder === undefined) return [{ name, ok: true, detail: 'not looked at: name it with --earlier' }]
  const manifest = await readManifest(folder)
  if (manifest.runId !== extended.runId) {
    return [{ name, ok: false, detail: `this release extends ${extended.runId}, and ${folder} is ${manifest.runId}` }]
  }
  return [{ name, ...(await compared(db, folder, manifest, people, places)) }]
}

async function compared(
  db: Database,
  folder: string,
  manifest: Manifest,
  people: ReleasedTable,
  places: Places,
): Promise<Omit<Check, 'name'>> {
  const { statement, tables } = readStatement(manifest)
  const [{ schema }] = tables
  checkKept(schema, people.schema)
  const names = schema.attributes.map((attribute) => attribute.name)
  const columns = ['level', 'region', ...names, ...COUNT_COLUMNS.map(({ column }) => column)]
  const relation = await outputRelation(db, folder, manifest, 'cells', columns)
  const earlier = await readPublished(db, relation, places, schema)
  const marginal = compileQuery(people.schema, names.join(' * ') || TOTAL)
  const wrong = places.levels.flatMap(({ name }, level) => {
    if (!statement.levels.some((stated) => stated.name === name)) return []
    const sums = answersFrom(people.published.levels[level], people.cells, marginal)
    const apart = differences(sums, earlier.levels[level])
    return apart === 0 ? [] : [`${apart.toLocaleString('en')} of its cells by ${name} are others here`]
  })
  const words = [faultsInWords(earlier.faults), ...wrong].filter((text) => text !== '')
  const detail = words.join('; ') || `its ${earlier.lines.toLocaleString('en')} cells are sums of these`
  return { ok: words.length === 0, detail }
}

/** Throws unless every attribute of the earlier release is here with the same levels. */
function checkKept(earlier: Schema, now: Schema): void {
  for (const { name, levels } of earlier.attributes) {
    const kept = now.attributes.find((attribute) => attribute.name === name)
    if (kept === undefined || JSON.stringify(kept.levels) !== JSON.stringify(levels)) {
      throw badInput(`the earlier release has "${name}" with other levels, or it is not here`)
    }
  }
}
