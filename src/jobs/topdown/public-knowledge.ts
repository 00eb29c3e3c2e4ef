/** Everything public about the tables of a release, in the terms of the top-down room. */
import type { Database } from '../../data/index.ts'
import type { MeasurePlan } from '../../measure/index.ts'
import { cellCount, checkSchema, DETAILED, type Hierarchy, type Query, type Schema } from '../../model/index.ts'
import type { Solver } from '../../optimize/index.ts'
import { RequestError } from '../../request-error.ts'
import { compileSchema, type SpecFact, type SpecFile } from '../../spec/index.ts'
import { type Fact, findConflict, type Knowledge } from '../../topdown/index.ts'
import { compileFacts, compileImpossible, compileLinks, type FactCells, type SourcedFact } from './facts.ts'
import { allCells, type Table } from './tables.ts'

/** The true counts of a query that the spec publishes, once they are read. */
export type Published = (table: Table, level: number, query: Query) => Float64Array | undefined

export interface KnowledgeRequest {
  readonly db: Database
  readonly file: SpecFile
  readonly tables: readonly Table[]
  readonly hierarchy: Hierarchy
  readonly published: Published
  /** The plan of each table: what it measures exactly without a fact that says so is kept all the same. */
  readonly plans: readonly MeasurePlan[]
  /** What an earlier release fixed. */
  readonly earlier?: Fact
}

export async function readKnowledge(request: KnowledgeRequest): Promise<Knowledge> {
  const { later } = request.file.spec.topdown ?? {}
  const declared = await (later === undefined ? ownKnowledge(request) : laterKnowledge(request, later))
  return { ...declared, facts: [...declared.facts, ...unchangingFacts(request, declared.cells)] }
}

/** What was measured without noise and is no declared fact: the number of records, where people change and none come or go. */
function unchangingFacts({ tables, plans, hierarchy, published }: KnowledgeRequest, cells: number): SourcedFact[] {
  return tables.flatMap((table, t) =>
    plans[t].measurements.flatMap(({ unchanging, level, query }): SourcedFact[] => {
      if (!unchanging) return []
      const finer = tables.length > 1 ? 1 : cells / table.cells
      const answerOf = new Int32Array(cells).fill(-1)
      query.answerOf.forEach((answer, cell) => {
        answerOf.fill(answer, table.first + cell * finer, table.first + (cell + 1) * finer)
      })
      const size = hierarchy.levels[level].regions.length * query.answers
      const counts = published(table, level, query)
      const [lower, upper] = [
        counts ?? new Float64Array(size),
        counts ?? new Float64Array(size).fill(Number.POSITIVE_INFINITY),
      ]
      const name = `the number of ${table.name === 'people' ? 'records' : 'units'}`
      return [
        {
          kind: 'bound',
          name,
          mode: 'enforced',
          level,
          answers: query.answers,
          answerOf,
          lower,
          upper,
          fromData: true,
          unchanging: true,
        },
      ]
    }),
  )
}

async function ownKnowledge({ db, file, tables, hierarchy, published, earlier }: KnowledgeRequest): Promise<Knowledge> {
  const cells = allCells(tables)
  const facts: Fact[] = earlier === undefined ? [] : [earlier]
  const zero = new Uint8Array(cells)
  for (const table of tables) {
    const own: FactCells = { schema: table.schema, first: table.first, allCells: cells }
    const at = table.name === 'people' ? '' : 'units.'
    const counts = (level: number, query: Query): Float64Array | undefined => published(table, level, query)
    const request = { db, file, hierarchy, cells: own, published: counts, field: `${at}public` }
    facts.push(...(await compileFacts(table.spec.public, request)))
    compileImpossible(table.spec.impossible, own, `${at}impossible`).forEach((never, cell) => {
      if (never === 1) zero[cell] = 1
    })
  }
  const { units } = file.spec
  if (units !== undefined) {
    const [people, homes] = tables.map(({ schema, first }): FactCells => ({ schema, first, allCells: cells }))
    facts.push(...compileLinks(units.links, hierarchy, people, homes))
  }
  return { cells, zero, facts }
}

type SpecLater = NonNullable<NonNullable<SpecFile['spec']['topdown']>['later']>

/** Facts of a later, finer schema, whose first attributes are those of this release. */
async function laterKnowledge(request: KnowledgeRequest, later: SpecLater): Promise<Knowledge> {
  const { db, file, hierarchy, published, earlier } = request
  const [table] = request.tables
  const schema = laterSchema(file, later)
  const cells = cellCount(schema)
  const own: FactCells = { schema, first: 0, allCells: cells }
  const finer = cells / table.cells
  const counts = (level: number, query: Query): Float64Array | undefined => published(table, level, query)
  const base = { db, file, hierarchy, cells: own, published: counts }
  const named = table.spec.public.map((fact) => withoutDetailed(fact, table.schema))
  const facts = [
    ...(earlier === undefined ? [] : [finerFact(earlier, finer)]),
    ...(await compileFacts(named, { ...base, field: 'public' })),
    ...(await compileFacts(later.public, { ...base, field: 'topdown.later.public' })),
  ]
  const zero = compileImpossible([...file.spec.impossible, ...later.impossible], own, 'topdown.later.impossible')
  const project = Int32Array.from({ length: cells }, (_, cell) => Math.floor(cell / finer))
  return { cells, zero, facts, project, releasedCells: table.cells }
}

function laterSchema(file: SpecFile, later: SpecLater): Schema {
  const schema = compileSchema({
    ...file.spec,
    attributes: [...file.spec.attributes, ...later.attributes],
    recodes: [...file.spec.recodes, ...later.recodes],
  })
  checkSchema(schema)
  return schema
}

/** `detailed` means the attributes of this release, not the later ones too. */
function withoutDetailed(fact: SpecFact, schema: Schema): SpecFact {
  if (fact.query !== DETAILED) return fact
  return { ...fact, query: schema.attributes.map(({ name }) => name).join(' * ') }
}

function finerFact(fact: Fact, finer: number): Fact {
  if (fact.kind === 'ratio') return fact
  return {
    ...fact,
    answerOf: Int32Array.from(
      { length: fact.answerOf.length * finer },
      (_, cell) => fact.answerOf[Math.floor(cell / finer)],
    ),
  }
}

/** Throws an infeasible request when facts that must hold contradict each other: the smallest set that does, in words. */
export async function checkAgreement(hierarchy: Hierarchy, knowledge: Knowledge, solver: Solver): Promise<void> {
  const facts = knowledge.facts.map((fact): Fact => (fact.mode === 'tried' ? { ...fact, mode: 'checked' } : fact))
  const conflict = await findConflict(hierarchy, { ...knowledge, facts }, solver)
  if (conflict === undefined) return
  const names = conflict.facts.map((index) => knowledge.facts[index].name)
  const region = hierarchy.levels[conflict.level].regions[conflict.node]
  const { name } = hierarchy.levels[conflict.level]
  const fromData = conflict.facts.some((index) => (knowledge.facts[index] as SourcedFact).fromData === true)
  const quoted = names.map((one) => `"${one}"`)
  if (names.length === 1) quoted.push('what is impossible, or cannot be negative')
  const words = fromData ? `In ${name} "${region}" these cannot hold together: ${quoted.join(', ')}.` : conflict.words
  throw new RequestError('infeasible', `The public facts contradict each other. ${words}`, {
    facts: names,
    level: name,
    region,
  })
}
