/** A private release from a program: make a town, measure it as a simulation, and read the error of each figure. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runMeasure, SILENT, verifyRelease } from 'tacet'
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
  const { out, manifest, evaluation } = await runMeasure(join(folder, 'town.yaml'), {
    out: join(folder, 'release'),
    seed: 'an example', // a simulation: without a seed the release is real, and charged to the ledger
    evaluate: true,
    progress: SILENT,
    signal: new AbortController().signal,
  })
  const { checks } = await verifyRelease(out)
  return {
    words: String(manifest.privacy.words),
    worst: Math.max(...(evaluation?.queries ?? []).map((query) => query.largestAbsolute)),
    verified: checks.every((check) => check.ok),
  }
}
