/** The dry run of a top-down release: what the public facts pin, whether they are proved to fit, and what it will take. */
import { availableParallelism } from 'node:os'
import { readHierarchy, regionsFromData, withDatabase } from '../../data/index.ts'
import {
  estimateRelease,
  exactAnswers,
  firstOpenAnswer,
  type IsExact,
  type MeasurePlan,
  START_SECONDS,
} from '../../measure/index.ts'
import { type Hierarchy, leafLevel, leafRanges, type Query } from '../../model/index.ts'
import { Solver } from '../../optimize/index.ts'
import { RequestError } from '../../request-error.ts'
import { type RunContext, workingOf } from '../../run/context.ts'
import { checkReleaseColumns } from '../../run/drawing/check-columns.ts'
import { personWarnings } from '../../run/drawing/person-warning.ts'
import {
  boundsOfSet,
  deriveWithTried,
  type Fact,
  type Implied,
  type Knowledge,
  type Proof,
} from '../../topdown/index.ts'
import { type MeasurePlanDocument, plannedMeasurements } from '../planned-measurements.ts'
import { specFileOf } from '../spec-job.ts'
import { releasedQueries, simulationsOf } from './calibrate.ts'
import { leavesCellsFree } from './carry-plan.ts'
import type { SourcedFact } from './facts.ts'
import { type FittedTable, fitTables } from './fit-tables.ts'
import { impliedLines } from './implied-lines.ts'
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
  /** What the facts bound above the places that they speak of, level by level; none where it depends on the data. */
  readonly bounds: readonly PlannedBound[]
  readonly facts: readonly PlannedPublicFact[]
  /** The standard error of a released answer, from the noise alone. */
  readonly errors: readonly { level: string; query: string; measured: number | null; standardError: number }[]
  readonly seconds: number
  readonly memoryBytes: number
  readonly units?: { readonly words: string }
  /** Shares that fit what the spec wants of the errors, table by table, where they are asked for. */
  readonly fit?: readonly FittedTable[]
}

/** A sum of counts with the bounds that follow for it. */
export interface PlannedBound {
  readonly level: string
  readonly region: string
  readonly sum: string
  readonly lower: number
  /** Null where there is none. */
  readonly upper: number | null
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
    const publicly = await publicCounts({ db, file, tables, hierarchy })
    const plans = planTables(tables, hierarchy, regionsFromData(release.geography), {
      whole: new Set(publicly.keys()),
    })
    progress.phase({ id: 'facts' })
    const base = { db, file, tables, hierarchy, plans }
    const known = await readKnowledge({ ...base, published: () => undefined })
    await checkAgreement(hierarchy, known, new Solver())
    const assumed = await readKnowledge({ ...base, published: evenly(hierarchy, known.zero) })
    const solve = planSolve(file, tables, plans, hierarchy)
    const implied = impliedOf(hierarchy, assumed, tables)
    return {
      measured: plannedMeasurements(release, plans[0], hierarchy),
      implied: implied.proof,
      bounds: implied.bounds,
      facts: known.facts.map((fact) => factWords(fact, hierarchy)),
      errors: predictedErrors(hierarchy, tables, plans, solve, implied.at),
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

interface PlannedImplied {
  readonly proof: Proof
  readonly bounds: TopdownPlanDocument['bounds']
  /** Undefined where counts of the data decide. */
  readonly at: Pick<Implied, 'classOf' | 'at'> | undefined
}

/** Counts that are taken from the data are assumed here: bounds that follow from them are not shown. */
function impliedOf(hierarchy: Hierarchy, knowledge: Knowledge, tables: readonly Table[]): PlannedImplied {
  const { facts } = knowledge
  const fromData = facts.some((fact) => (fact as SourcedFact).fromData === true)
  const proof = proofOf(hierarchy, knowledge)
  if (fromData || facts.length === 0 || proof.words === UNKNOWN) return { proof, bounds: [], at: undefined }
  const at = deriveWithTried(hierarchy, knowledge)
  const bounds = impliedLines(hierarchy, at, tables).map(({ level, node, sum, lower, upper }) => {
    const { name, regions } = hierarchy.levels[level]
    return { level: name, region: regions[node], sum, lower, upper: Number.isFinite(upper) ? upper : null }
  })
  return { proof, bounds, at }
}

const UNKNOWN =
  'Whether the public facts fit together depends on the counts that the data will give; it is checked before anything is spent.'

function proofOf(hierarchy: Hierarchy, knowledge: Knowledge): Proof {
  try {
    return deriveWithTried(hierarchy, knowledge).proof
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'infeasible') throw error
    return { complete: false, theorem: 'none', words: UNKNOWN }
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

/** At the first answer of the first region of each level that nothing fixes; 0 where all are fixed. */
function predictedErrors(
  hierarchy: Hierarchy,
  tables: readonly Table[],
  plans: readonly MeasurePlan[],
  solve: SolvePlan,
  implied: PlannedImplied['at'],
): TopdownPlanDocument['errors'] {
  return tables.flatMap((table, t) => {
    const errors = propagatedErrors(hierarchy, solve, t, table)
    const follows = exactAnswers(plans[t].joint, table.name)
    const isExact: IsExact = (level, node, query, answer) =>
      follows(level, node, query, answer) || isPinned(implied, table, { level, node, query, answer })
    return hierarchy.levels.flatMap(({ name, regions }, level) =>
      releasedQueries({ plans }, table, t, level).map((query) => {
        const measured = plans[t].measurements.find((m) => m.level === level && m.query.name === query.name)
        const open = firstOpenAnswer(isExact, level, regions.length, query)
        return {
          level: name,
          query: queryName(table, query.name),
          measured: measured === undefined ? null : Math.sqrt(measured.variance),
          standardError: open === undefined ? 0 : errors.of(level, 0, query, open),
        }
      }),
    )
  })
}

interface AnswerAt {
  readonly level: number
  readonly node: number
  readonly query: Query
  readonly answer: number
}

/** Whether what is implied leaves an answer one value. */
function isPinned(implied: PlannedImplied['at'], table: Table, { level, node, query, answer }: AnswerAt): boolean {
  if (implied === undefined) return false
  const classes = new Set<number>()
  query.answerOf.forEach((own, cell) => {
    const one = implied.classOf[table.first + cell]
    if (own === answer && one >= 0) classes.add(one)
  })
  // A class of which the answer counts only a part is bounded from above alone.
  const [lower, upper] = boundsOfSet(implied.at(level, node), classes)
  const isWhole = implied.classOf
    .subarray(table.first, table.first + table.cells)
    .every((one, cell) => !classes.has(one) || query.answerOf[cell] === answer)
  return (isWhole ? lower : 0) === upper
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
