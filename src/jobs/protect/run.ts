/** The protection of a table, from file to release: read, protect, prove, write. Nothing is drawn from a budget. */
import { writeTable } from '../../data/index.ts'
import type { TableContents } from '../../protection/index.ts'
import { sha256Text } from '../../release/index.ts'
import type { FolderRelease } from '../../run/capability.ts'
import { cellStyle } from '../../run/cell-style.ts'
import { outOf, type RunContext, workingOf } from '../../run/context.ts'
import { makeRelease, type ReleaseSteps, type Site, type WrittenRelease } from '../../run/make-release.ts'
import { noteLeftOut } from '../../run/note-left-out.ts'
import { type CellChoice, readChoice } from './cell-choice.ts'
import type { ProtectJob } from './job.ts'
import { checkPrivatePath, removePrivatePart, writePrivatePart } from './private-part.ts'
import { protectContents } from './protect-contents.ts'
import { publicSpec } from './public-spec.ts'
import { readContents } from './read-contents.ts'
import { type EarlierReleases, earlierReleases, recordRelease } from './recorded.ts'
import { protectReport } from './report.ts'
import type { ProtectedTable, ProtectFigures } from './result.ts'
import { codeColumnsOf, tableColumns } from './table-rows.ts'
import { type AskedProtection, askedProtection } from './task.ts'
import { writeComparison } from './write-comparison.ts'

interface Counted {
  readonly contents: TableContents
  readonly choice: CellChoice
  readonly earlier: EarlierReleases
}

interface Protected extends ProtectedTable {
  readonly earlier: EarlierReleases
}

export async function runProtect(job: ProtectJob, context: RunContext): Promise<FolderRelease<ProtectFigures>> {
  const asked = askedProtection(job)
  const { task, request, about, inputs, output } = asked
  const { spreadsheetSafe } = context.options
  const out = outOf(context)
  const isTrial = task.fields.kind === 'compare'
  let runId = ''
  const steps: ReleaseSteps<Counted, Counted, Protected, ProtectFigures> = {
    command: 'protect',
    guarantee: 'interval protection',
    request,
    inputs,
    about,
    database: {
      memory: '2GB',
      stamp: isTrial ? 'CONFIDENTIAL' : null,
      cells: cellStyle(spreadsheetSafe !== false && output.spreadsheetSafe),
    },
    spends: [],
    count: async ({ db, progress, folder }) => {
      runId = folder.runId
      await checkPrivatePath(folder.out, runId)
      progress.phase({ id: 'count' })
      await noteLeftOut(db, task, workingOf(context))
      const contents = await readContents(db, task)
      const earlier = await earlierReleases(db, task, contents, runId)
      for (const text of earlier.notes) context.events({ kind: 'note', text })
      return { contents, choice: await readChoice(db, task, contents.system), earlier }
    },
    fingerprint: () => undefined,
    ready: async (counted) => counted,
    draws: () => [],
    solve: async ({ contents, choice, earlier }, { db, progress, signal }) => {
      progress.phase({ id: 'search' })
      const { together } = earlier
      return { ...(await protectContents(task, contents, choice, { db, signal, together })), earlier }
    },
    write: (found, site) => (isTrial ? writeComparison : writeProtected)(asked, found, site),
  }
  try {
    return await makeRelease(steps, context)
  } catch (error) {
    await removePrivatePart(out, runId)
    throw error
  }
}

async function writeProtected(
  { task, title, request, about, output }: AskedProtection,
  found: Protected,
  { db, folder, progress, context: { options } }: Site,
): Promise<WrittenRelease<ProtectFigures>> {
  progress.phase({ id: 'write' })
  const format = options.format ?? output.format
  const [table, codes] = [`table.${format}`, `codes.${format}`]
  const { system } = found.contents
  await writeTable(db, folder.path(table), format, tableColumns(system, task.figure, found.published))
  await writeTable(db, folder.path(codes), format, codeColumnsOf(system))
  const privatePart = await writePrivatePart(folder.out, folder.runId, {
    spec: request,
    variables: task.variables,
    figure: task.figure,
    ...found.secret,
  })
  await recordRelease(task, found.contents, found.suppressed, found.earlier, folder)
  const text = publicSpec(task, title, about)
  const figures = { ...found.figures, privatePart }
  const { variables } = task
  return {
    draft: {
      command: 'protect',
      title,
      stamp: null,
      cells: db.cells,
      spec: { text, sha256: sha256Text(text) },
      privacy: { statement: found.statement },
      checks: { equationsHold: true, everyNeedProved: true },
      result: {
        method: figures.method,
        figure: task.figure,
        variables,
        decimals: found.contents.decimals,
        cells: figures.cells,
        equations: figures.equations,
        ...found.result,
      },
    },
    report: protectReport(title, task.figure, found, table),
    inputs: [task.path],
    outputs: [table, codes],
    figures,
  }
}
