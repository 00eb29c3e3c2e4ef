/** A release of measurements: count, plan, charge and draw, write. Nothing is solved. */
import { basename } from 'node:path'
import { countedSha256, dataFiles, type Tabulation, tabulate } from '../../data/index.ts'
import {
  exactDocument,
  levelDocuments,
  type MeasurePlan,
  privacyDocument,
  type QueryDocument,
  queryDocuments,
} from '../../measure/index.ts'
import { sha256Text, stampOf } from '../../release/index.ts'
import type { FolderRelease } from '../../run/capability.ts'
import { cellStyle } from '../../run/cell-style.ts'
import type { Charged } from '../../run/charge.ts'
import type { RunContext } from '../../run/context.ts'
import { measurementsHash } from '../../run/drawing/draw.ts'
import { type DrawJob, drawExact, paidDrawing } from '../../run/drawing/draw-plan.ts'
import { storeImplied } from '../../run/drawing/implied-pieces.ts'
import { writeMeasurements } from '../../run/drawing/measure-output.ts'
import { personWarnings } from '../../run/drawing/person-warning.ts'
import { type PreparedRelease, planRelease, prepareRelease, spendOf } from '../../run/drawing/prepare.ts'
import { makeRelease, type ReleaseSteps, type Site, type WrittenRelease } from '../../run/make-release.ts'
import { specFileOf } from '../spec-job.ts'
import { type Evaluation, evaluateMeasurements } from './evaluate.ts'
import type { MeasureJob } from './job.ts'
import { measureReport } from './report.ts'

export interface MeasureFigures {
  readonly levels: readonly { readonly name: string; readonly nodes: number }[]
  readonly queries: readonly QueryDocument[]
  readonly evaluation: Evaluation | undefined
}

interface CountedPeople extends Tabulation {
  /** The fingerprint of what was counted. */
  readonly data: string
}

interface Ready {
  readonly plan: MeasurePlan
  readonly draw: DrawJob
}

export function runMeasure({ spec }: MeasureJob, context: RunContext): Promise<FolderRelease<MeasureFigures>> {
  const release = prepareRelease(specFileOf(spec))
  const { file } = release
  const { seed, evaluate, spreadsheetSafe, ledgerReason } = context.options
  const steps: ReleaseSteps<CountedPeople, Ready, Ready, MeasureFigures> = {
    command: 'measure',
    guarantee: 'differential privacy',
    request: file.text,
    inputs: inputFiles(release),
    about: file.spec.about,
    database: {
      stamp: stampOf(seed !== undefined, evaluate === true),
      cells: cellStyle(spreadsheetSafe, file.spec),
    },
    spends: [spendOf(release, ledgerReason)],
    count: (site) => countPeople(release, site),
    fingerprint: async ({ data }) => data,
    ready: async ({ hierarchy, counts, data }, site) => {
      const plan = planRelease(release, hierarchy)
      const draw = { release, plan, hierarchy, counts, data }
      if (plan.measurements.some(({ derived }) => derived)) {
        await drawExact(draw, site)
        await storeImplied([{ plan, name: 'people', names: {} }], hierarchy, site.folder)
      }
      return { plan, draw }
    },
    draws: ({ draw }, site) => [paidDrawing(draw, site, seed)],
    solve: async (ready) => ready,
    write: ({ draw }, site, [charged]) => write(draw, site, charged),
  }
  return makeRelease(steps, context)
}

export function inputFiles({ source, geography }: PreparedRelease): readonly string[] {
  const data = source.kind === 'file' ? dataFiles(source.path) : []
  return geography.kind === 'columns' || geography.regions === undefined ? data : [...data, geography.regions.path]
}

async function countPeople(release: PreparedRelease, { db, progress, context }: Site): Promise<CountedPeople> {
  const { source, schema, geography, file } = release
  const { count } = file.spec.source
  progress.phase({ id: 'count' })
  const { held } = context.options
  const counted = await tabulate(db, {
    source,
    schema,
    geography,
    ...(count !== undefined && { count }),
    ...(held !== undefined && { held }),
  })
  for (const text of await personWarnings(db, release)) context.events({ kind: 'note', text })
  return { ...counted, data: await countedSha256(counted.hierarchy, [counted.counts]) }
}

async function write(
  { release, plan, hierarchy, counts }: DrawJob,
  { folder, db, progress, context }: Site,
  charged: Charged | undefined,
): Promise<WrittenRelease<MeasureFigures>> {
  const { options } = context
  const { file } = release
  const format = options.format ?? file.spec.output.format
  const data = await writeMeasurements(db, folder, plan, hierarchy, format, progress)
  const evaluation = options.evaluate === true ? await evaluateMeasurements(plan, hierarchy, counts, folder) : undefined
  const stamp = stampOf(options.seed !== undefined, evaluation !== undefined)
  const title = file.spec.title ?? basename(file.path)
  const { remarks } = plan
  const result = { levels: levelDocuments(hierarchy), queries: queryDocuments(plan, hierarchy) }
  const privacy = privacyDocument(plan)
  return {
    draft: {
      command: 'measure',
      title,
      stamp,
      cells: db.cells,
      spec: { text: file.text, sha256: sha256Text(file.text) },
      privacy: {
        ...privacy,
        exact: exactDocument(plan.joint),
        ledger: options.seed === undefined ? basename(release.ledgerPath) : null,
        ledgerHead: charged?.head ?? null,
      },
      checks: { measurementsSha256: await measurementsHash(plan, hierarchy, folder) },
      result: { ...result, remarks },
    },
    report: measureReport({ title, stamp: stamp ?? undefined, privacy, ...result, remarks, file: data, evaluation }),
    inputs: inputFiles(release),
    outputs: [data],
    figures: { ...result, evaluation },
  }
}
