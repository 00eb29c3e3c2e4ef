/** What the manifest of a top-down release says of it, in the shape the checks rely on. */
import { z } from 'zod'
import { cellCount, type Schema } from '../model/index.ts'
import type { Manifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import { compileSchema, type Spec } from '../spec/index.ts'
import type { ListedFact } from './exact-elsewhere.ts'
import { type ExpectedTable, expectedTable } from './expected-measurements.ts'
import { type StatedExact, statedExact } from './stated-exact.ts'
import { specOf } from './stated-spec.ts'

const measurementFiles = z.looseObject({ form: z.enum(['table', 'arrays', 'none']), files: z.array(z.string()) })

const result = z.looseObject({
  levels: z.array(z.looseObject({ name: z.string(), nodes: z.int() })).min(1),
  facts: z
    .array(
      z.looseObject({
        name: z.string(),
        mode: z.enum(['enforced', 'tried', 'checked']),
        level: z.string(),
        table: z.enum(['people', 'units', 'link', 'later', 'earlier']),
        field: z.string().nullish(),
        broken: z.int().min(0).nullable(),
      }),
    )
    .default([]),
  failsafe: z.array(z.unknown()).default([]),
  /** Whether answers of 0 are listed; releases made before there was a choice leave them out. */
  zeros: z.enum(['listed', 'left out']).default('left out'),
  extends: z.looseObject({ runId: z.string() }).nullish(),
  measurements: z.looseObject({ people: measurementFiles.optional(), units: measurementFiles.optional() }).default({}),
})

const listed = z.array(z.object({ name: z.string(), level: z.string(), query: z.string() }))

export type Statement = z.output<typeof result>
/** A public fact as the release lists it, with the number of places in which it is said not to hold. */
export type FactClaim = Statement['facts'][number]

export type TableName = 'people' | 'units'

/** One of the tables that the spec asks for. */
export interface TablePlan {
  readonly name: TableName
  /** The files of its cells and of its records, without the ending. */
  readonly file: string
  readonly microdata: string
  /** What stands before the name of each of its queries. */
  readonly prefix: string
  readonly schema: Schema
  readonly cells: number
  /** What is asked, and at which levels; at all without them. */
  readonly asked: readonly { readonly query: string; readonly levels?: readonly string[] | undefined }[]
  /** Queries whose true counts the spec publishes: they may be answered too. */
  readonly exact: readonly string[]
  readonly impossible: Spec['impossible']
}

export interface StatedRelease {
  readonly spec: Spec
  readonly statement: Statement
  readonly tables: readonly TablePlan[]
  /** What the release that this one extends published exactly. */
  readonly inherited: readonly ListedFact[]
  /** What is exact of all tables together; throws when a proof does not hold. */
  readonly exact: () => StatedExact
  /** The rho or epsilon that the manifest states as the budget of each table. */
  readonly budgets: Readonly<Record<TableName, string | undefined>>
}

/** Throws when the manifest holds no spec, or not what a top-down release says. */
export function readStatement(manifest: Manifest): StatedRelease {
  const read = specOf(manifest)
  const parsed = result.safeParse(manifest.result)
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]
    throw badInput(`the manifest is not that of a top-down release: result.${path.join('.')}: ${message}`)
  }
  const inherited = listed.safeParse((manifest.privacy.earlier as { facts?: unknown } | undefined)?.facts ?? [])
  if (!inherited.success) throw badInput('the manifest does not list what the earlier release published exactly')
  const tables = tablePlans(read)
  return {
    spec: read,
    statement: parsed.data,
    tables,
    inherited: inherited.data,
    exact: once(() => exactOf(manifest, read, tables, parsed.data.levels, inherited.data)),
    budgets: statedBudgets(manifest),
  }
}

function statedBudgets({ privacy }: Manifest): StatedRelease['budgets'] {
  const total = z.looseObject({ budget: z.looseObject({ total: z.string() }) })
  const read = (stated: unknown): string | undefined => total.safeParse(stated).data?.budget.total
  return { people: read(privacy), units: read(privacy.units) }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

function exactOf(
  manifest: Manifest,
  spec: Spec,
  tables: readonly TablePlan[],
  levels: readonly { readonly name: string; readonly nodes: number }[],
  inherited: readonly ListedFact[],
): StatedExact {
  const specs = { people: spec, units: spec.units ?? spec }
  const own = tables.map(({ name, schema }) => ({ name, schema, spec: specs[name] }))
  return statedExact(manifest, { tables: own, links: spec.units?.links ?? [], inherited }, levels)
}

/** What the spec makes a table measure. */
export function expectedOf(
  { spec, statement: { levels }, tables, inherited, exact, budgets }: StatedRelease,
  name: TableName,
): ExpectedTable {
  const own = name === 'people' ? spec : (spec.units ?? spec)
  const { schema } = tables.find((one) => one.name === name) as TablePlan
  const earlier = name === 'people' ? inherited.map((fact) => fact.name) : []
  const asked = { spec: own, schema, levels, table: name, exact: exact().answers, inherited: earlier }
  return expectedTable({ ...asked, stated: budgets[name] })
}

function tablePlans(spec: Spec): readonly TablePlan[] {
  const people = tablePlan('people', spec, spec)
  return spec.units === undefined ? [people] : [people, tablePlan('units', spec, spec.units)]
}

type TableSpec = Pick<Spec, 'attributes' | 'recodes' | 'workload' | 'public' | 'impossible'>

function tablePlan(name: TableName, spec: Spec, table: TableSpec): TablePlan {
  const schema = compileSchema({ ...spec, attributes: table.attributes, recodes: table.recodes })
  const files =
    name === 'people'
      ? { file: 'cells', microdata: 'microdata', prefix: '' }
      : { file: 'units', microdata: 'unit-microdata', prefix: 'units: ' }
  return {
    name,
    ...files,
    schema,
    cells: cellCount(schema),
    asked: table.workload,
    exact: table.public.filter(({ exactly }) => exactly === 'data').map(({ query }) => query),
    impossible: table.impossible,
  }
}
