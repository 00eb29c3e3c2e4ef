/** A private release from a program: make a town, measure it as a simulation, and read the error of each figure. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capabilities, jobFrom, localContext, readSpec, verifyRelease } from 'tacet'
import { makeTown, withDatabase, writeTable } from 'tacet/data'

const SPEC = `tacet: 1
source: { file: people.parquet }
geography: { top: town, columns: [district, ward] }
attributes:
  - { name: sex, levels: [female, male] }
  - { name: age, bins: [0, 18, 65, 120] }
privacy: { rho: 1/10, delta: 1e-10 }
workload: [{ query: total, share: 1/2 }, { query: sex * age, share: 1/2 }]
`

export async function measureTown(): Promise<{ words: string; worst: number; verified: boolean }> {
  const folder = await mkdtemp(join(tmpdir(), 'tacet-example-'))
  await withDatabase({}, (db) =>
    writeTable(db, join(folder, 'people.parquet'), 'parquet', makeTown('example', 0.1).columns),
  )
  await writeFile(join(folder, 'town.yaml'), SPEC)
  const { measure } = capabilities
  const out = join(folder, 'release')
  const job = jobFrom(await readSpec(join(folder, 'town.yaml')))
  // A simulation: without a seed the release is real, and charged to the ledger.
  const context = localContext({ out, seed: 'an example', evaluate: true })
  const { manifest, figures } = await measure.run(job, context)
  const { checks } = await verifyRelease(out)
  return {
    words: String(manifest?.privacy.words),
    worst: Math.max(...(figures.evaluation?.queries ?? []).map((query) => query.largestAbsolute)),
    verified: checks.every((check) => check.ok),
  }
}
