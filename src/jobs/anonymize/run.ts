/** An anonymisation from file to file: read, search, check, write. */
import { join } from 'node:path'
import {
  type AnonymityProblem,
  type ClassesResult,
  checkClasses,
  type FreeformResult,
  type Verdict,
} from '../../anonymity/index.ts'
import { type LineOrder, type OutputFormat, writeMicrodata, writeTable } from '../../data/index.ts'
import { type Report, type Section, sha256Text } from '../../release/index.ts'
import type { FolderRelease } from '../../run/capability.ts'
import { cellStyle } from '../../run/cell-style.ts'
import { outOf, type RunContext, workingOf } from '../../run/context.ts'
import { makeRelease, type ReleaseSteps, type Site, type WrittenRelease } from '../../run/make-release.ts'
import { noteLeftOut } from '../../run/note-left-out.ts'
import type { VersionColumns } from '../linked-versions.ts'
import type { BuiltProblem } from './build-problem.ts'
import { checkClassesFile, placeClassesFile } from './classes-file.ts'
import { tellingWords } from './column-roles.ts'
import { type AnonymizeFigures, figuresOf } from './figures.ts'
import type { AnonymizeJob } from './job.ts'
import { freeformColumns, publishedColumns } from './published-columns.ts'
import { type ReadRecords, readRecords } from './read-records.ts'
import { anonymizeReport, withColumns } from './report.ts'
import { askedSection, recordsSection } from './report-records.ts'
import { sharedNow } from './search-limit.ts'
import { solveAnonymity } from './solve-anonymity.ts'
import { type AnonymizeTask, askedAnonymity } from './task.ts'
import { publishedAsSets } from './verbatim-values.ts'
import { compareVersions, writeDown } from './versions.ts'

interface Solved extends ReadRecords {
  readonly result: ClassesResult | FreeformResult
  readonly seconds: number
}

export async function runAnonymize(asked: AnonymizeJob, context: RunContext): Promise<FolderRelease<AnonymizeFigures>> {
  const began = sharedNow()
  const { task, title, request, about, classes, output } = askedAnonymity(asked)
  const { format = output.format, spreadsheetSafe } = context.options
  if (classes !== undefined) checkClassesFile(classes, task, { out: outOf(context), format })
  const inputs = [
    task.path,
    ...(task.start === undefined ? [] : [task.start]),
    ...task.hierarchies.flatMap((h) => (h.from === 'file' ? [h.path] : [])),
  ]
  const steps: ReleaseSteps<ReadRecords, ReadRecords, Solved, AnonymizeFigures> = {
    command: 'anonymize',
    guarantee: 'k-anonymity',
    request,
    inputs,
    about,
    database: { memory: '2GB', cells: cellStyle(spreadsheetSafe !== false && output.spreadsheetSafe) },
    spends: [],
    count: async (site) => {
      await noteLeftOut(site.db, task, workingOf(context))
      const read = await readRecords(task, site.db, site.progress)
      for (const text of read.warnings) context.events({ kind: 'note', text })
      return read
    },
    fingerprint: () => undefined,
    ready: async (counted) => counted,
    draws: () => [],
    solve: async (counted, site) => {
      const start = performance.now()
      const result = await solveAnonymity(task, counted.built, site, began)
      return { ...counted, result, seconds: (performance.now() - start) / 1000 }
    },
    write: (solved, site) =>
      write({ task, title, request, inputs, format, withClasses: classes !== undefined }, solved, site),
  }
  const release = await makeRelease(steps, context)
  if (classes !== undefined) await placeClassesFile(join(release.out, `classes.${format}`), classes)
  return release
}

interface Asked {
  readonly task: AnonymizeTask
  readonly title: string
  readonly request: string
  readonly inputs: readonly string[]
  readonly format: OutputFormat
  readonly withClasses: boolean
}

async function write(asked: Asked, solved: Solved, site: Site): Promise<WrittenRelease<AnonymizeFigures>> {
  const { task, request, inputs } = asked
  const { built, result, seconds, roles } = solved
  site.progress.phase({ id: 'check' })
  const checked = result.kind === 'classes' ? checkResult(built, result) : undefined
  const { order } = task
  const version = versionOf(task, solved)
  const others = version === undefined ? 0 : await compareVersions(task, solved, version, site)
  const figures = { ...figuresOf(built.problem, result, seconds), ...roles, order } as const
  const columns = coarsened(task, solved)
  const outputs = await writeOutputs(asked, solved, { columns, order }, site)
  if (version !== undefined) await writeDown(task, version, site)
  const found = withColumns(reportOf(asked, built.problem, result, checked, outputs[0]), roles)
  const [guarantee, second, ...rest] = found.sections
  const records = recordsSection(columns, order, outputs[0])
  const report = {
    ...found,
    sections: [
      withNotices(guarantee, [
        ...linesNotPeople(solved.repeated, task),
        ...tellingWords(solved.telling),
        ...versionWords(others),
      ]),
      second,
      records,
      ...rest,
      askedSection(task, built.problem.attributes, figures),
    ],
  }
  return {
    draft: {
      command: 'anonymize',
      title: report.title,
      stamp: null,
      cells: site.db.cells,
      spec: { text: request, sha256: sha256Text(request) },
      privacy: { statement: [...statementOf(task, solved), ...versionWords(others)] },
      checks:
        checked === undefined
          ? {}
          : { valid: checked.valid, faults: checked.faults, loss: checked.loss, smallest: checked.smallest },
      result: { ...figures },
    },
    report,
    inputs,
    outputs,
    ownerOnly: outputs.filter((name) => name.startsWith('classes.')),
    figures,
  }
}

function statementOf(
  task: AnonymizeTask,
  { built, result: { kind }, roles: { untouched, leftOut }, repeated, telling }: Solved,
): readonly string[] {
  return [
    kind === 'freeform'
      ? 'Freeform generalisation is weaker than k-anonymity: no k published records are alike.'
      : `Every record is alike to at least ${task.k - 1} others in: ${task.quasiIdentifiers.join(', ')}. This is not differential privacy.`,
    ...linesNotPeople(repeated, task),
    ...tellingWords(telling),
    ...(task.person === undefined ? [] : [`Records that are alike are of at least ${task.k} people (${task.person}).`]),
    task.order === 'input'
      ? 'Lines are in the order of the input, which is thereby published too.'
      : 'Lines are in the order of what they publish, which tells nothing of the order of the input.',
    ...(built.mostSuppressed > 0
      ? [`Suppressed records publish * and are such a class too: none, or at least ${task.k} under the same rules.`]
      : []),
    ...task.sensitive.map((rule) => `${rule.kind} ${rule.value} on ${rule.column}.`),
    ...setSentences(task, built.problem),
    untouched.length === 0
      ? 'No other column is published.'
      : `Published as they are, and protected by nothing of this: ${untouched.join(', ')}.`,
    ...(leftOut.length === 0 ? [] : [`Left out: ${leftOut.join(', ')}.`]),
  ]
}

/** Sets of these name people, sentences or full dates, because the steward said that they may be read. */
function setSentences(task: AnonymizeTask, problem: AnonymityProblem): readonly string[] {
  const named = publishedAsSets(problem, task).filter(({ name }) => task.verbatim.includes(name))
  return named.length === 0
    ? []
    : [`Sets publish the values of these as they are written: ${named.map(({ name }) => name).join(', ')}.`]
}

/** What a reader may put beside it. */
const versionWords = (others: number): readonly string[] =>
  others === 0
    ? []
    : [
        `${others === 1 ? 'Another version' : `${others} other versions`} of these records ${others === 1 ? 'was' : 'were'} made. k holds for each by itself: whoever has several may tell more.`,
      ]

/** What is written down of it; of freeform boxes, which have no classes, nothing. */
function versionOf(task: AnonymizeTask, { result, roles: { untouched } }: Solved): VersionColumns | undefined {
  const { order, quasiIdentifiers } = task
  return result.kind === 'classes' ? { order, quasiIdentifiers, untouched, classOf: result.classOf } : undefined
}

const withNotices = (section: Section, texts: readonly string[]): Section => ({
  ...section,
  blocks: [...section.blocks, ...texts.map((text) => ({ kind: 'notice', tone: 'warn', text }) as const)],
})

/** What k does not say where people have several records and nobody said which are whose. */
function linesNotPeople(repeated: readonly string[], { k, order }: AnonymizeTask): readonly string[] {
  if (repeated.length === 0) return []
  const beside = order === 'input' ? ', and lines stand in the order of the input' : ''
  return [
    `Records are counted, not people: ${repeated.join(', ')} repeats, so ${k} records that are alike may be of fewer people${beside}. The chance to find a person can be higher than 1 in ${k}.`,
  ]
}

/** A result that its own checker refuses is a fault of ours and is never written. */
function checkResult({ problem, rules, mostSuppressed }: BuiltProblem, { classOf, figures }: ClassesResult): Verdict {
  const checked = checkClasses(problem, classOf, { rules, mostSuppressed })
  if (!checked.valid) throw new Error(`the checker refuses the classes: ${checked.faults.join('; ')}`)
  if (Math.abs(checked.loss - figures.loss) > 1e-6 * Math.max(1, figures.loss))
    throw new Error('the checker finds another loss')
  return checked
}

type CoarsenedColumns = ReturnType<typeof publishedColumns>

function coarsened(task: AnonymizeTask, { built: { problem }, result }: Solved): CoarsenedColumns {
  return result.kind === 'classes'
    ? publishedColumns(problem, result.classOf, { ...task, levels: result.levels?.of })
    : freeformColumns(problem, result, task.split)
}

async function writeOutputs(
  { format, withClasses }: Asked,
  { data, built: { problem }, result, roles }: Solved,
  { columns: replaced, order }: { readonly columns: CoarsenedColumns; readonly order: LineOrder },
  { db, folder }: Site,
): Promise<readonly string[]> {
  const name = `anonymized.${format}`
  const dropped = new Set(roles.leftOut)
  await writeMicrodata(db, data.file, { replaced, dropped, order }, folder.path(name), format)
  if (!withClasses || result.kind !== 'classes') return [name]
  const classesName = `classes.${format}`
  const pairs = [
    { name: 'record', kind: 'whole', values: Float64Array.from({ length: problem.records }, (_, i) => i) },
    { name: 'class', kind: 'whole', values: result.classOf },
  ] as const
  await writeTable(db, folder.path(classesName), format, pairs, { private: true })
  return [name, classesName]
}

function reportOf(
  { task: job, title }: Pick<Asked, 'task' | 'title'>,
  problem: AnonymityProblem,
  result: ClassesResult | FreeformResult,
  checked: Verdict | undefined,
  file: string,
): Report {
  if (result.kind === 'classes' && checked !== undefined)
    return anonymizeReport({ title, person: job.person, file }, problem, result, checked)
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
