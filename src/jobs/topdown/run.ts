/**
 * A top-down release. Up to the drawing it is a release of measurements; from there on, the descent from level to level
 * included, everything is a function of public values.
 */
import { factField } from '../../measure/index.ts'
import { badField } from '../../request-error.ts'
import type { FolderRelease } from '../../run/capability.ts'
import { cellStyle } from '../../run/cell-style.ts'
import type { RunContext } from '../../run/context.ts'
import { type DrawJob, drawExact, paidDrawing } from '../../run/drawing/draw-plan.ts'
import { storeImplied } from '../../run/drawing/implied-pieces.ts'
import { personWarnings } from '../../run/drawing/person-warning.ts'
import { spendOf } from '../../run/drawing/prepare.ts'
import { makeRelease, type ReleaseSteps, type Site } from '../../run/make-release.ts'
import type { Knowledge } from '../../topdown/index.ts'
import { specFileOf } from '../spec-job.ts'
import { countsWithin, type EarlierRelease, earlierFact, readEarlier } from './earlier-release.ts'
import { evaluateTopdown, readAreas, type TopdownEvaluation } from './evaluate.ts'
import { inputFiles } from './input-files.ts'
import type { TopdownJob } from './job.ts'
import { solveOtherWays } from './other-way.ts'
import { publicCounts } from './public-counts.ts'
import { type TopdownFigures, writeTopdown } from './publish.ts'
import { type Boundaries, boundariesOf } from './report-figures.ts'
import { type MeasuredRelease, publicKnowledge, type SolvedRelease, solveMeasured } from './solve-measured.ts'
import { planSolve } from './solve-plan.ts'
import { topdownStamp } from './stamp.ts'
import { StoredMeasurements } from './stored-measurements.ts'
import { allCells, planTables, type Table, tablesOf } from './tables.ts'
import { type TabulatedTables, tabulateTables } from './tabulate-tables.ts'

export type { TopdownFigures } from './publish.ts'

interface Ready {
  readonly counted: TabulatedTables
  readonly measured: MeasuredRelease
  readonly knowledge: Knowledge
  readonly draws: readonly DrawJob[]
  readonly areas: Awaited<ReturnType<typeof readAreas>>
  readonly boundaries: Boundaries | undefined
}

interface Solved {
  readonly solved: SolvedRelease
  readonly evaluation: TopdownEvaluation | undefined
  readonly boundaries: Boundaries | undefined
}

export async function runTopdown(
  { spec, extend }: TopdownJob,
  context: RunContext,
): Promise<FolderRelease<TopdownFigures>> {
  const file = specFileOf(spec)
  const tables = tablesOf(file)
  const earlier = extend === undefined ? undefined : await readEarlier(extend, tables[0])
  if (earlier !== undefined && (tables.length > 1 || earlier.manifest.privacy.units !== undefined))
    throw badField(
      'extend',
      `${extend}: an extension adds attributes to people, and cannot keep units as they were released. Leave the units out of both.`,
    )
  const { seed, evaluate, spreadsheetSafe, ledgerReason } = context.options
  const { spec: asked } = file
  const steps: ReleaseSteps<TabulatedTables, Ready, Solved, TopdownFigures> = {
    command: earlier === undefined ? 'topdown' : `topdown --extend ${earlier.manifest.runId}`,
    guarantee: 'differential privacy',
    request: file.text,
    inputs: inputFiles(file, tables),
    about: asked.about,
    database: { stamp: topdownStamp(earlier, context.options), cells: cellStyle(spreadsheetSafe, asked) },
    spends: tables.map(({ release }) => spendOf(release, ledgerReason)),
    count: (site) => countTables(tables, site),
    fingerprint: async ({ data }) => data,
    ready: async (counted, site) => {
      const { hierarchy } = counted
      const publicly = await publicCounts({ db: site.db, file, tables, hierarchy })
      const measured = measuredRelease(tables, earlier, counted, site, new Set(publicly.keys()))
      const draws = drawJobs(tables, counted, measured)
      const boundaries = await boundariesOf(file, hierarchy)
      for (const draw of draws) await drawExact(draw, site)
      await storeFollowing(measured, publicly)
      const knowledge = await publicKnowledge(measured)
      const areas = evaluate === true ? await readAreas(site.db, file, hierarchy) : []
      return { counted, measured, knowledge, draws, areas, boundaries }
    },
    draws: ({ draws }, site) => draws.map((draw, t) => paidDrawing(draw, site, seedOf(seed, tables[t]))),
    solve: async ({ counted, measured, knowledge, areas, boundaries }) => {
      const { request, solved } = await solveMeasured(measured, knowledge)
      const others = () => solveOtherWays(request, tables, solved.levels)
      const evaluation = evaluate === true ? await evaluateTopdown(solved, counted, areas, await others()) : undefined
      return { solved, evaluation, boundaries }
    },
    write: ({ solved, ...compared }, site, charges) => writeTopdown(solved, compared, site, charges),
  }
  return makeRelease(steps, context)
}

async function countTables(tables: readonly Table[], { db, progress, context }: Site): Promise<TabulatedTables> {
  progress.phase({ id: 'count' })
  const counted = await tabulateTables(db, tables, context.options.held)
  for (const text of await personWarnings(db, tables[0].release)) context.events({ kind: 'note', text })
  return counted
}

/** A seed draws other noise for every table. */
function seedOf(seed: string | undefined, { name }: Table): string | undefined {
  return seed === undefined || name === 'people' ? seed : `${seed} ${name}`
}

function measuredRelease(
  tables: readonly Table[],
  earlier: EarlierRelease | undefined,
  { hierarchy, regionsFromData }: TabulatedTables,
  { db, folder, progress, note, signal, scheduler, sharing, held }: Site,
  whole: ReadonlySet<string>,
): MeasuredRelease {
  const plans = planTables(tables, hierarchy, regionsFromData, { whole, ...(earlier && { inherited: earlier.exact }) })
  const { file } = tables[0].release
  return {
    db,
    file,
    tables,
    hierarchy,
    plans,
    solve: planSolve(file, tables, plans, hierarchy),
    stores: plans.map((plan, t) => new StoredMeasurements(plan, hierarchy, folder, { prefix: tables[t].name })),
    earlier,
    folder,
    working: { progress, note, signal, scheduler, ...(sharing && { sharing }), ...(held !== undefined && { held }) },
  }
}

/** What follows from exact counts: of this release, of public tables, of the release that it extends. */
async function storeFollowing(
  { db, tables, plans, hierarchy, folder, earlier }: MeasuredRelease,
  publicly: ReadonlyMap<string, Float64Array>,
): Promise<void> {
  const planned = tables.map(({ name }, t) => ({ name, plan: plans[t], names: { prefix: name } }))
  const before = earlier && (await earlierFact(earlier, hierarchy, db, tables[0], allCells(tables)))
  await storeImplied(planned, hierarchy, folder, (fact) => {
    const { source, table } = fact
    if (source.kind === 'public') return publicly.get(factField(table, source.index))
    return source.kind === 'earlier' && before !== undefined ? countsWithin(before, fact, hierarchy) : undefined
  })
}

function drawJobs(
  tables: readonly Table[],
  { hierarchy, counts, data }: TabulatedTables,
  { plans }: MeasuredRelease,
): readonly DrawJob[] {
  return tables.map(({ release, name }, t) => ({
    release,
    plan: plans[t],
    hierarchy,
    counts: counts[t],
    data,
    prefix: name,
  }))
}
