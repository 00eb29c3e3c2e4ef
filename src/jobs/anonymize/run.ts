/** An anonymisation from file to file: read, search, check, write. */
import { basename, join } from 'node:path'
import {
  type AnonymityProblem,
  type ClassesResult,
  checkClasses,
  type FreeformResult,
  type Verdict,
} from '../../anonymity/index.ts'
import {
  type Database,
  type Microdata,
  type OutputFormat,
  readMicrodata,
  withDatabase,
  writeMicrodata,
  writeTable,
} from '../../data/index.ts'
import { type Manifest, type Report, sha256Text } from '../../release/index.ts'
import { cellStyle } from '../../run/cell-style.ts'
import type { ThreadOptions } from '../../run/on-thread.ts'
import { publish } from '../../run/publish.ts'
import { identify } from '../../run/run-file.ts'
import { RunFolder } from '../../run/run-folder.ts'
import { type BuiltProblem, buildProblem } from './build-problem.ts'
import { checkClassesFile, placeClassesFile } from './classes-file.ts'
import type { AnonymizeJob } from './job.ts'
import { checkSplitNames, freeformColumns, publishedColumns } from './published-columns.ts'
import { anonymizeReport } from './report.ts'
import { solveAnonymity } from './solve-anonymity.ts'

export interface AnonymizeRunOptions extends ThreadOptions {
  readonly out: string
  readonly format: OutputFormat
  /** False: texts that a spreadsheet would run are written as they are. */
  readonly spreadsheetSafe?: boolean
  /** Also write record and class numbers, into the release and to this path. */
  readonly classes?: string | undefined
}

export interface AnonymizeFigures {
  readonly method: string
  readonly k: number
  readonly records: number
  readonly classes: number | null
  readonly smallestClass: number | null
  readonly largestClass: number | null
  readonly loss: number
  /** Of full-domain recoding with --nodes, where a class publishes its level even if a lower node holds it. */
  readonly lossAsPublished?: number
  readonly lossPerCell: number
  /** The mean loss of a cell with weights put aside: 0 nothing lost, 1 all. */
  readonly gcp: number
  readonly lowerBound: number
  readonly optimal: boolean
  readonly suppressed: number
  readonly seconds: number
  /** Freeform results are weaker than k-anonymity. */
  readonly freeform: boolean
}

export interface AnonymizeResult {
  readonly out: string
  readonly manifest: Manifest
  readonly figures: AnonymizeFigures
}

export async function runAnonymize(job: AnonymizeJob, options: AnonymizeRunOptions): Promise<AnonymizeResult> {
  if (options.classes !== undefined) checkClassesFile(options.classes, job, options)
  const request = JSON.stringify({ ...job, path: undefined, weights: [...job.weights] })
  const inputs = [
    job.path,
    ...(job.start === undefined ? [] : [job.start]),
    ...job.hierarchies.filter((h) => h.from === 'file').map((h) => h.value),
  ]
  const identity = await identify('anonymize', request, inputs)
  const result = await RunFolder.hold(options.out, identity, (folder) =>
    withDatabase({ memory: '2GB', cells: cellStyle(options.spreadsheetSafe) }, (db) =>
      anonymizeIn(db, folder, job, options, request, inputs),
    ),
  )
  if (options.classes !== undefined)
    await placeClassesFile(join(result.out, `classes.${options.format}`), options.classes)
  return result
}

async function anonymizeIn(
  db: Database,
  folder: RunFolder,
  job: AnonymizeJob,
  options: AnonymizeRunOptions,
  request: string,
  inputs: readonly string[],
): Promise<AnonymizeResult> {
  options.progress.phase('Reading')
  const columns = [...new Set([...job.quasiIdentifiers, ...job.sensitive.map((s) => s.column)])]
  const data = await readMicrodata(db, {
    path: job.path,
    columns,
    categorical: [...job.categorical, ...job.ordered],
    missing: job.missing,
  })
  const built = await buildProblem(db, job, data)
  if (job.split) checkSplitNames(data.file.names, built.problem.attributes)
  const start = performance.now()
  const result = await solveAnonymity(job, built, options)
  const seconds = (performance.now() - start) / 1000
  options.progress.phase('Checking and writing')
  const checked = result.kind === 'classes' ? checkResult(built, result) : undefined
  const figures = figuresOf(built.problem, result, seconds, job.nodes)
  const names = await writeOutputs(db, folder, data, built.problem, result, job, options)
  const report = reportOf(job, built.problem, result, checked, names[0])
  const draft = {
    command: 'anonymize',
    title: report.title,
    stamp: null,
    cells: db.cells,
    spec: { text: request, sha256: sha256Text(request) },
    privacy: {
      statement: [
        result.kind === 'freeform'
          ? 'Freeform generalisation is weaker than k-anonymity: no k published records are alike.'
          : `Every record is alike to at least ${job.k - 1} others in: ${job.quasiIdentifiers.join(', ')}. This is not differential privacy.`,
        ...(built.mostSuppressed > 0
          ? [`Suppressed records publish * and are such a class too: none, or at least ${job.k} under the same rules.`]
          : []),
        ...job.sensitive.map((rule) => `${rule.kind} ${rule.value} on ${rule.column}.`),
      ],
    },
    checks:
      checked === undefined
        ? {}
        : { valid: checked.valid, faults: checked.faults, loss: checked.loss, smallest: checked.smallest },
    result: { ...figures },
  } as const
  const ownerOnly = names.filter((name) => name.startsWith('classes.'))
  return { out: folder.out, manifest: await publish(folder, draft, report, inputs, names, [], ownerOnly), figures }
}

/** A result that its own checker refuses is a fault of ours and is never written. */
function checkResult({ problem, rules, mostSuppressed }: BuiltProblem, { classOf, figures }: ClassesResult): Verdict {
  const checked = checkClasses(problem, classOf, { rules, mostSuppressed })
  if (!checked.valid) throw new Error(`the checker refuses the classes: ${checked.faults.join('; ')}`)
  if (Math.abs(checked.loss - figures.loss) > 1e-6 * Math.max(1, figures.loss))
    throw new Error('the checker finds another loss')
  return checked
}

async function writeOutputs(
  db: Database,
  folder: RunFolder,
  data: Microdata,
  problem: AnonymityProblem,
  result: ClassesResult | FreeformResult,
  job: AnonymizeJob,
  { format, classes }: AnonymizeRunOptions,
): Promise<readonly string[]> {
  const columns =
    result.kind === 'classes'
      ? publishedColumns(problem, result.classOf, { ...job, levels: result.levels })
      : freeformColumns(problem, result, job.split)
  const name = `anonymized.${format}`
  await writeMicrodata(db, data.file, columns, folder.path(name), format)
  if (classes === undefined || result.kind !== 'classes') return [name]
  const classesName = `classes.${format}`
  const pairs = [
    { name: 'record', kind: 'whole', values: Float64Array.from({ length: problem.records }, (_, i) => i) },
    { name: 'class', kind: 'whole', values: result.classOf },
  ] as const
  await writeTable(db, folder.path(classesName), format, pairs, { private: true })
  return [name, classesName]
}

function reportOf(
  job: AnonymizeJob,
  problem: AnonymityProblem,
  result: ClassesResult | FreeformResult,
  checked: Verdict | undefined,
  file: string,
): Report {
  const title = `${basename(job.path)}, made anonymous`
  if (result.kind === 'classes' && checked !== undefined) return anonymizeReport(title, problem, result, checked, file)
  return {
    title,
    subtitle: `Freeform generalisation, k = ${problem.k}`,
    summary: [{ label: 'Loss', value: result.kind === 'freeform' ? result.loss : 0 }],
    sections: [
      {
        title: 'What is guaranteed',
        blocks: [
          {
            kind: 'notice',
            tone: 'warn',
            text: 'This is weaker than k-anonymity. Every published box holds k original records and every record lies in k boxes, but no k published records are alike.',
          },
        ],
      },
    ],
  }
}

function figuresOf(
  problem: AnonymityProblem,
  result: ClassesResult | FreeformResult,
  seconds: number,
  nodes: boolean,
): AnonymizeFigures {
  const cells = problem.records * problem.attributes.length
  const common = { method: result.method, k: problem.k, records: problem.records, seconds }
  if (result.kind === 'freeform') {
    const { loss } = result
    return {
      ...common,
      classes: null,
      smallestClass: null,
      largestClass: null,
      loss,
      lossPerCell: loss / cells,
      gcp: loss / cells,
      lowerBound: 0,
      optimal: false,
      suppressed: 0,
      freeform: true,
    }
  }
  const { figures, lowerBound, optimal } = result
  const shares = problem.attributes.map(({ weight = 1 }, a) => (weight === 0 ? 0 : figures.byAttribute[a] / weight))
  return {
    ...common,
    classes: figures.classes,
    smallestClass: figures.smallest,
    largestClass: figures.largest,
    loss: figures.loss,
    ...(nodes && result.lossAsPublished !== undefined && { lossAsPublished: result.lossAsPublished }),
    lossPerCell: figures.loss / cells,
    gcp: shares.reduce((sum, share) => sum + share, 0) / cells,
    lowerBound,
    optimal,
    suppressed: figures.suppressed,
    freeform: false,
  }
}
