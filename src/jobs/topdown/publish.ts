/** Writes a solved release: data, measurements, report, manifest. */
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Database, OutputFormat } from '../../data/index.ts'
import { type Manifest, sha256Text } from '../../release/index.ts'
import type { Charged } from '../../run/charge.ts'
import { measurementsHash, piecesOf, readPiece } from '../../run/drawing/draw.ts'
import { writeMeasurements } from '../../run/drawing/measure-output.ts'
import type { Progress } from '../../run/progress.ts'
import { publish } from '../../run/publish.ts'
import type { RunFolder } from '../../run/run-folder.ts'
import { checksOf, privacyOf, publishedFacts, resultDocument } from './document.ts'
import type { TopdownEvaluation } from './evaluate.ts'
import { inputFiles } from './input-files.ts'
import { type OutputJob, writeAnswers, writeCells, writeFacts, writeMicrodata, writeRegions } from './output.ts'
import { topdownReport } from './report.ts'
import type { SolvedRelease } from './solve-measured.ts'
import { topdownStamp } from './stamp.ts'

export interface PublishOptions {
  readonly format?: OutputFormat
  readonly seed?: string
  readonly progress: Progress
}

export async function publishTopdown(
  db: Database,
  folder: RunFolder,
  solved: SolvedRelease,
  evaluation: TopdownEvaluation | undefined,
  { format: asked, seed, progress }: PublishOptions,
  charges: readonly (Charged | undefined)[],
): Promise<Manifest> {
  const { file, tables, plans, hierarchy } = solved
  const format = asked ?? file.spec.output.format
  const job: OutputJob = { db, folder, solved, format, progress }
  progress.phase('Writing the release')
  const data = await writeData(job)
  const measurements = await writeMeasured(job)
  const stamp = topdownStamp(solved.earlier, {
    ...(seed !== undefined && { seed }),
    evaluate: evaluation !== undefined,
  })
  const title = file.spec.title ?? basename(file.path)
  const hashes: string[] = []
  for (const [t, plan] of plans.entries())
    hashes.push(await measurementsHash(plan, hierarchy, folder, { prefix: tables[t].name }))
  const draft = {
    command: 'topdown',
    title,
    stamp,
    cells: db.cells,
    spec: { text: file.text, sha256: sha256Text(file.text) },
    privacy: {
      ...privacyOf(solved),
      ledger: seed === undefined ? basename(tables[0].release.ledgerPath) : null,
      ledgerHead: charges[0]?.head ?? null,
    },
    checks: {
      ...checksOf(solved),
      measurementsSha256: hashes[0],
      ...(hashes.length > 1 && { unitMeasurementsSha256: hashes[1] }),
    },
    result: {
      ...resultDocument(solved),
      measurements: Object.fromEntries(tables.map(({ name }, t) => [name, measurements[t]])),
    },
  } as const
  const report = topdownReport({ solved, title, stamp: stamp ?? undefined, evaluation, cells: data[0] })
  const arrays = measurements.flatMap(({ files }) => files)
  return publish(folder, draft, report, inputFiles(file, tables), [...data, ...arrays], charges)
}

/** The tables of a release, whatever is said of them. */
export async function writeData(job: OutputJob): Promise<string[]> {
  const { tables, file } = job.solved
  const written: string[] = []
  for (const t of tables.keys()) written.push(await writeCells(job, t))
  written.push(await writeAnswers(job), await writeRegions(job))
  const facts = publishedFacts(job.solved)
  if (facts.length > 0) written.push(await writeFacts(job, facts))
  if (file.spec.output.microdata) for (const t of tables.keys()) written.push(await writeMicrodata(job, t))
  return written
}

interface MeasuredFiles {
  readonly form: 'table' | 'arrays' | 'none'
  /** In the order of their values. */
  readonly files: readonly string[]
}

/** More answers than this are published as arrays of numbers: a table of them would take longer than the release. */
const MOST_IN_TABLE = 2_000_000

async function writeMeasured(job: OutputJob): Promise<readonly MeasuredFiles[]> {
  const { tables, plans } = job.solved
  const asked = job.solved.file.spec.output.measurements
  const out: MeasuredFiles[] = []
  for (const [t, { name }] of tables.entries()) {
    const entries = plans[t].measurements.reduce((sum, m) => sum + m.entries, 0)
    const form = asked === 'auto' ? (entries <= MOST_IN_TABLE ? 'table' : 'arrays') : asked
    out.push({
      form,
      files: form === 'none' ? [] : await (form === 'table' ? asTable(job, t) : asArrays(job, t, name)),
    })
  }
  return out
}

async function asTable({ db, folder, solved, format, progress }: OutputJob, t: number): Promise<string[]> {
  const { tables, plans, hierarchy } = solved
  const name = tables[t].name === 'people' ? '' : 'unit-'
  return [await writeMeasurements(db, folder, plans[t], hierarchy, format, progress, { pieces: tables[t].name, name })]
}

const ARRAYS = 'measurements'

/** The pieces as they were drawn: doubles, node by node, in the order of the query's answers. */
async function asArrays({ folder, solved }: OutputJob, t: number, name: string): Promise<string[]> {
  await mkdir(folder.path(ARRAYS), { recursive: true })
  const files: string[] = []
  for (const piece of piecesOf(solved.plans[t], solved.hierarchy, { prefix: name })) {
    const file = join(ARRAYS, piece.file)
    const values = await readPiece(folder, piece)
    await folder.write(file, new Uint8Array(values.buffer))
    files.push(file)
  }
  return files
}
