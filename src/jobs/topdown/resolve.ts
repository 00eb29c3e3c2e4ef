/**
 * A published top-down release, solved again from its own measurements, regions and spec: no confidential file is read. The
 * tables are written to a folder of their own, to be compared byte by byte with the published ones.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, fetchColumns, fileRelation, regionsFromData, withDatabase } from '../../data/index.ts'
import type { Manifest } from '../../release/index.ts'
import { badInput, clipped } from '../../request-error.ts'
import type { ResolveRequest } from '../../run/capability.ts'
import { piecesOf } from '../../run/drawing/draw.ts'
import { numberOf, publishedTree } from '../../run/published-files.ts'
import { writeReportAgain } from '../../run/report-again.ts'
import { RunFolder } from '../../run/run-folder.ts'
import { levelNames, parseSpec, type SpecFile } from '../../spec/index.ts'
import { checksOf } from './document.ts'
import { readEarlier } from './earlier-release.ts'
import { publicCounts } from './public-counts.ts'
import { reportOf, writeData } from './publish.ts'
import { boundariesOf } from './report-figures.ts'
import { publicKnowledge, solveMeasured } from './solve-measured.ts'
import { planSolve } from './solve-plan.ts'
import { StoredMeasurements } from './stored-measurements.ts'
import { planTables, type Table, tablesOf } from './tables.ts'

/** Writes the tables to `out` and gives their names. */
export async function resolveTopdown(request: ResolveRequest): Promise<readonly string[]> {
  const { release, manifest, beside, out } = request
  if (manifest.spec.text === null)
    throw badInput('the manifest does not say what was asked, so it cannot be solved again')
  const path = join(beside, 'spec.yaml')
  const file: SpecFile = {
    path,
    text: manifest.spec.text,
    spec: parseSpec(manifest.spec.text, 'the spec in the manifest'),
  }
  const tables = tablesOf(file)
  const earlier = request.earlier === undefined ? undefined : await readEarlier(request.earlier, tables[0])
  const identity = { command: 'resolve', specSha256: manifest.spec.sha256, inputs: [], seeded: false }
  return RunFolder.hold(out, identity, (folder) =>
    withDatabase({ stamp: manifest.stamp, cells: manifest.cells ?? 'plain', threads: 1 }, async (db) => {
      const hierarchy = await publishedTree(db, release, manifest, levelNames(file.spec))
      const fromData = regionsFromData(tables[0].release.geography)
      const whole = new Set((await publicCounts({ db, file, tables, hierarchy })).keys())
      const plans = planTables(tables, hierarchy, fromData, { whole, ...(earlier && { inherited: earlier.exact }) })
      const stores: StoredMeasurements[] = []
      for (const [t, plan] of plans.entries()) {
        const names = { prefix: tables[t].name }
        const values = await publishedValues(db, release, manifest, tables[t])
        let at = 0
        for (const piece of piecesOf(plan, hierarchy, names)) {
          const entries = (piece.to - piece.from) * piece.measurement.query.answers
          const part = values.slice(at, (at += entries))
          await folder.writeState(piece.file, new Uint8Array(part.buffer), piece.tag)
        }
        if (at !== values.length) throw badInput(`there are ${values.length} measurements for ${at} answers`)
        stores.push(new StoredMeasurements(plan, hierarchy, folder, names))
      }
      const solve = planSolve(file, tables, plans, hierarchy)
      const measured = { db, file, tables, hierarchy, plans, solve, stores, earlier, folder, working: request.working }
      const { solved } = await solveMeasured(measured, await publicKnowledge(measured))
      const format = manifest.outputs.some(({ name }) => name === 'cells.parquet') ? 'parquet' : 'csv'
      const written = await writeData({ db, folder, solved, format, progress: request.working.progress })
      const report = await writeReportAgain(folder, release, manifest, async () => {
        const shown = { evaluation: undefined, boundaries: await boundariesOf(file, hierarchy) }
        const title = manifest.title ?? file.spec.title ?? ''
        return reportOf(solved, await checksOf(solved), shown, { title, stamp: manifest.stamp, data: written })
      })
      await folder.flush(true)
      await folder.finish()
      return [...written, ...report]
    }),
  )
}

/** All values in the order in which they were drawn. */
async function publishedValues(
  db: Database,
  release: string,
  { result, outputs }: Manifest,
  { name }: Table,
): Promise<Float64Array> {
  const published = (result.measurements as Record<string, { form: string; files: readonly string[] }> | undefined)?.[
    name
  ]
  if (published === undefined || published.form === 'none')
    throw badInput('the release does not publish its measurements, so it cannot be solved again')
  const unlisted = published.files.find((file) => !outputs.some((output) => output.name === file))
  if (unlisted !== undefined) throw badInput(`the manifest does not list "${clipped(unlisted)}" as an output`)
  if (published.form === 'table') {
    const { sql } = await fileRelation(db, join(release, published.files[0]))
    const [values] = await fetchColumns(db, `select ${numberOf('value')} from ${sql}`, ['float64'])
    return values
  }
  const parts = await Promise.all(published.files.map((file) => readFile(join(release, file))))
  return new Float64Array(new Uint8Array(Buffer.concat(parts)).buffer)
}
