/** Writes a solved release: data, measurements, report, manifest. */
import { mkdir, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Report, type Stamp, sha256Text } from '../../release/index.ts'
import type { Charged } from '../../run/charge.ts'
import { measurementsHash, piecesOf, readPiece } from '../../run/drawing/draw.ts'
import { writeMeasurements } from '../../run/drawing/measure-output.ts'
import type { Site, WrittenRelease } from '../../run/make-release.ts'
import type { RunFolder } from '../../run/run-folder.ts'
import { checksOf, privacyOf, publishedFacts, resultDocument } from './document.ts'
import type { TopdownEvaluation } from './evaluate.ts'
import { inputFiles } from './input-files.ts'
import { replicateBytes } from './leaf-errors.ts'
import { type OutputJob, writeAnswers, writeCells, writeFacts, writeMicrodata, writeRegions } from './output.ts'
import { topdownReport } from './report.ts'
import type { Boundaries } from './report-figures.ts'
import type { SolvedRelease } from './solve-measured.ts'
import { topdownStamp } from './stamp.ts'

/** What the manifest says of the release, and the comparison with the truth where it was asked for. */
export type TopdownFigures = ReturnType<typeof resultDocument> & { readonly evaluation: TopdownEvaluation | undefined }

/** What the report shows beside the release. */
export interface Compared {
  readonly evaluation: TopdownEvaluation | undefined
  readonly boundaries: Boundaries | undefined
}

export async function writeTopdown(
  solved: SolvedRelease,
  { evaluation, boundaries }: Compared,
  { db, folder, progress, context }: Site,
  charges: readonly (Charged | undefined)[],
): Promise<WrittenRelease<TopdownFigures>> {
  const { file, tables } = solved
  const { format = file.spec.output.format, seed } = context.options
  const job: OutputJob = { db, folder, solved, format, progress }
  progress.phase({ id: 'write' })
  const data = await writeData(job)
  const measurements = await writeMeasured(job)
  const stamp = topdownStamp(solved.earlier, {
    ...(seed !== undefined && { seed }),
    evaluate: evaluation !== undefined,
  })
  const title = file.spec.title ?? basename(file.path)
  const result = resultDocument(solved)
  const checks = await checksOf(solved)
  return {
    draft: {
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
      checks: { ...checks, ...(await measuredHashes(solved, folder)) },
      result: { ...result, measurements: Object.fromEntries(tables.map(({ name }, t) => [name, measurements[t]])) },
    },
    report: await reportOf(solved, checks, { evaluation, boundaries }, { title, stamp, data }),
    inputs: inputFiles(file, tables),
    outputs: [...data, ...measurements.flatMap(({ files }) => files)],
    figures: { ...result, evaluation },
  }
}

/** `data`: the tables, by name. */
export function reportOf(
  solved: SolvedRelease,
  checks: Awaited<ReturnType<typeof checksOf>>,
  compared: Compared,
  { title, stamp, data }: { readonly title: string; readonly stamp: Stamp | null; readonly data: readonly string[] },
): Promise<Report> {
  return topdownReport({ solved, checks, title, stamp: stamp ?? undefined, ...compared, ...filesOf(data) })
}

const filesOf = (data: readonly string[]) => ({
  cells: data[0],
  answers: data.find((name) => name.startsWith('answers.')) ?? data[0],
})

async function measuredHashes({ plans, hierarchy, tables }: SolvedRelease, folder: RunFolder) {
  const hashes: string[] = []
  for (const [t, plan] of plans.entries())
    hashes.push(await measurementsHash(plan, hierarchy, folder, { prefix: tables[t].name }))
  return {
    measurementsSha256: hashes[0],
    ...(hashes.length > 1 && { unitMeasurementsSha256: hashes[1] }),
  }
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
  return [...written, ...(await writeReplicates(job))]
}

const REPLICATES = 'replicates'

/** One file per simulation and table: two bytes per cell of a leaf, the lower one first. */
async function writeReplicates({ folder, solved }: OutputJob): Promise<string[]> {
  const { replicates } = solved.calibration
  if (replicates.length > 0) await mkdir(folder.path(REPLICATES), { recursive: true })
  const files: string[] = []
  for (const [run, tables] of replicates.entries()) {
    for (const [t, replicate] of tables.entries()) {
      const file = `${REPLICATES}/${solved.tables[t].name}-${run + 1}.i16`
      await writeFile(folder.path(file), replicateBytes(replicate)) // flushed with the whole release
      files.push(file)
    }
  }
  return files
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
    const file = `${ARRAYS}/${piece.file}` // a manifest names files alike on every system
    const values = await readPiece(folder, piece)
    await folder.write(file, new Uint8Array(values.buffer))
    files.push(file)
  }
  return files
}
