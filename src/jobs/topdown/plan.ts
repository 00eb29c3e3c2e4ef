/** The dry run of a top-down release: what the public facts pin, whether they are proved to fit, and what it will take. */
import { availableParallelism } from 'node:os'
import { readHierarchy, regionsFromData, withDatabase } from '../../data/index.ts'
import { estimateRelease, exactAnswers, type MeasurePlan, START_SECONDS } from '../../measure/index.ts'
import { type Hierarchy, leafLevel, leafRanges, type Query } from '../../model/index.ts'
import { Solver } from '../../optimize/index.ts'
import { RequestError } from '../../request-error.ts'
import { type RunContext, workingOf } from '../../run/context.ts'
import { checkReleaseColumns } from '../../run/drawing/check-columns.ts'
import { personWarnings } from '../../run/drawing/person-warning.ts'
import { deriveWithTried, type Fact, type Knowledge, type Proof } from '../../topdown/index.ts'
import { type MeasurePlanDocument, plannedMeasurements } from '../planned-measurements.ts'
import { specFileOf } from '../spec-job.ts'
import { releasedQueries, simulationsOf } from './calibrate.ts'
import { leavesCellsFree } from './carry-plan.ts'
import type { SourcedFact } from './facts.ts'
import { type FittedTable, fitTables } from './fit-tables.ts'
import type { TopdownJob } from './job.ts'
import { publicCounts } from './public-counts.ts'
import { checkAgreement, type Published, readKnowledge } from './public-knowledge.ts'
import { planSolve, queryName, type SolvePlan } from './solve-plan.ts'
import { solvingSeconds } from './solving-seconds.ts'
import { planTables, type Table, tablesOf } from './tables.ts'
import { propagatedErrors } from './uncertainty.ts'

export interface TopdownPlanDocument {
  /** What is measured of the people, with all that is public taken in. */
  readonly measured: MeasurePlanDocument
  readonly implied: Proof
  readonly facts: readonly PlannedPublicFact[]
  /** The standard error of a released answer, from the noise alone. */
  readonly errors: readonly { level: string; query: string; measured: number | null; standardError: number }[]
  readonly seconds: number
  readonly memoryBytes: number
  readonly units?: { readonly words: string }
  /** Shares that fit what the spec wants of the errors, table by table, where they are asked for. */
  readonly fit?: readonly FittedTable[]
}

export interface PlannedPublicFact {
  readonly name: string
  readonly level: string
  readonly mode: Fact['mode']
  /** Regions and answers that it fixes, bounds from below and from above; null when they come from the data. */
  readonly fixes: number | null
  readonly atLeast: number | null
  readonly atMost: number | null
  readonly words: string
}

/** Reads public tables; draws nothing, spends nothing, and looks at no count of a person. */
export async function planTopdown({ spec, fit }: TopdownJob, context: RunContext): Promise<TopdownPlanDocument> {
  const file = specFileOf(spec)
  const tables = tablesOf(file)
  const [{ release }] = tables
  const { progress } = workingOf(context)
  progress.phase({ id: 'read-regions' })
  return withDatabase({}, async (db) => {
    for (const table of tables) await checkReleaseColumns(db, table.release)
    for (const text of await personWarnings(db, release)) context.events({ kind: 'note', text })
    const hierarchy = await readHierarchy(db, release.source, release.geography)
    context.signal.throwIfAborted()
    progress.phase({ id: 'facts' })
    const publicly = await publicCounts({ db, file, tables, hierarchy })
    const plans = planTables(tables, hierarchy, regionsFromData(release.geography), {
      whole: new Set(publicly.keys()),
    })
    const base = { db, file, tables, hierarchy, plans }
    const known = await readKnowledge({ ...base, published: () => undefined })
    await checkAgreement(hierarchy, known, new Solver())
    const assumed = await readKnowledge({ ...base, published: evenly(hierarchy, known.zero) })
    const solve = planSolve(file, tables, plans, hierarchy)
    return {
      measured: plannedMeasurements(release, plans[0], hierarchy),
      implied: proofOf(hierarchy, assumed),
      facts: known.facts.map((fact) => factWords(fact, hierarchy)),
      errors: predictedErrors(hierarchy, tables, plans, solve),
      ...estimateOf(hierarchy, plans, solve),
      ...(fit === true && { fit: fitTables({ file, tables, hierarchy, plans }) }),
    }
  })
}

/** Counts that could be the data's: as many people in every cell of every leaf. Only their pattern matters here. */
function evenly(hierarchy: Hierarchy, zero: Uint8Array): Published {
  const cells = zero.length * leafLevel(hierarchy).regions.length
  const people = Math.max(1, Math.min(1e6, Math.floor(1e11 / cells)))
  return ({ first }: Table, level: number, query: Query) => {
    const counted = new Float64Array(query.answers)
    query.answerOf.forEach((answer, cell) => {
      if (answer >= 0 && zero[first + cell] !== 1) counted[answer]++
    })
    const leaves = leafRanges(hierarchy, level)
    const nodes = leaves.length - 1
    return Float64Array.from({ length: nodes * query.answers }, (_, i) => {
      const node = Math.floor(i / query.answers)
      return people * counted[i % query.answers] * (leaves[node + 1] - leaves[node])
    })
  }
}

function proofOf(hierarchy: Hierarchy, knowledge: Knowledge): Proof {
  try {
    return deriveWithTried(hierarchy, knowledge).proof
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'infeasible') throw error
    const words =
      'Whether the public facts fit together depends on the counts that the data will give; it is checked before anything is spent.'
    return { complete: false, theorem: 'none', words }
  }
}

function factWords(fact: SourcedFact, hierarchy: Hierarchy): PlannedPublicFact {
  const level = hierarchy.levels[fact.level]
  const base = { name: fact.name, level: level.name, mode: fact.mode }
  if (fact.kind === 'ratio') {
    const words = `ties two counts together at each of ${level.regions.length.toLocaleString('en')} regions; it costs nothing`
    return { ...base, fixes: 0, atLeast: 0, atMost: level.regions.length, words }
  }
  if (fact.fromData === true) {
    const counts = (level.regions.length * fact.answers).toLocaleString('en')
    return {
      ...base,
      fixes: null,
      atLeast: null,
      atMost: null,
      words: `publishes ${counts} true count${counts === '1' ? '' : 's'}, outside the guarantee`,
    }
  }
  let [fixes, atLeast, atMost] = [0, 0, 0]
  fact.lower.forEach((lower, i) => {
    const upper = fact.upper[i]
    if (lower === upper) fixes++
    else if (upper < Number.POSITIVE_INFINITY) atMost++
    if (lower > 0 && lower !== upper) atLeast++
  })
  const parts = [
    fixes > 0 ? `fixes ${fixes.toLocaleString('en')} counts` : '',
    atLeast > 0 ? `bounds ${atLeast.toLocaleString('en')} from below` : '',
    atMost > 0 ? `bounds ${atMost.toLocaleString('en')} from above` : '',
  ].filter((part) => part !== '')
  const words = `${parts.join(', ') || 'says nothing'}; it is public already and costs nothing`
  return { ...base, fixes, atLeast, atMost, words }
}

/** At the first region of each level. */
function predictedErrors(
  hierarchy: Hierarchy,
  tables: readonly Table[],
  plans: readonly MeasurePlan[],
  solve: SolvePlan,
): TopdownPlanDocument['errors'] {
  return tables.flatMap((table, t) => {
    const errors = propagatedErrors(hierarchy, solve, t, table)
    const isExact = exactAnswers(plans[t].joint, table.name)
    return hierarchy.levels.flatMap(({ name }, level) =>
      releasedQueries({ plans }, table, t, level).map((query) => {
        const measured = plans[t].measurements.find((m) => m.level === level && m.query.name === query.name)
        return {
          level: name,
          query: queryName(table, query.name),
          measured: measured === undefined ? null : Math.sqrt(measured.variance),
          standardError: isExact(level, 0, query, 0) ? 0 : errors.of(level, 0, query, 0),
        }
      }),
    )
  })
}

const BYTES_A_CELL = 8
/** Where answers go down before cells do, programs take about twice as long. */
const CARRIED_FIRST = 2

function estimateOf(hierarchy: Hierarchy, plans: readonly MeasurePlan[], solve: SolvePlan) {
  const nodes = hierarchy.levels.reduce((sum, level) => sum + level.regions.length, 0)
  const parents = nodes - (hierarchy.levels.at(-1)?.regions.length ?? 0) + 1
  const ways = leavesCellsFree(solve) ? CARRIED_FIRST : 1
  const once = (ways * solvingSeconds(nodes, parents, solve.cells)) / availableParallelism()
  const drawing = plans.map((plan) => estimateRelease(plan, availableParallelism()))
  const drawn = drawing.reduce((sum, { seconds }) => sum + seconds - START_SECONDS, 0)
  return {
    seconds: START_SECONDS + (once + drawn / 2) * (1 + simulationsOf({ solve, hierarchy })),
    memoryBytes: Math.max(...drawing.map(({ memoryBytes }) => memoryBytes)) + BYTES_A_CELL * parents * solve.cells,
  }
}
