/** What a top-down release would do with its measurements: everything but the measurements themselves. */

import { type MeasurePlan, solvedVariance } from '../../measure/index.ts'
import type { Hierarchy } from '../../model/index.ts'
import { badInput } from '../../request-error.ts'
import type { SpecFile } from '../../spec/index.ts'
import { type MeasuredQuery, marginalOfQuery, type Partition, type TableShape } from '../../topdown/index.ts'
import { allCells, compileOf, overAllCells, type Table } from './tables.ts'

export interface SolvePlan {
  readonly estimate: 'tree' | 'level'
  readonly rounding: 'chain' | 'plain'
  readonly passes: readonly (readonly string[])[]
  /** How much the totals of leaves weigh at most, times what their noise says. */
  readonly totals: number
  readonly simulations: number
  /** How many of the simulations are published, cell by cell. */
  readonly replicates: number
  readonly cells: number
  readonly shapes: readonly TableShape[]
  /** Of each level, what is measured, with where it stands in its table's plan. */
  readonly queries: readonly (readonly PlannedQuery[])[]
  readonly kept: readonly (readonly (readonly Partition[])[])[]
}

export interface PlannedQuery extends MeasuredQuery {
  readonly measurement: number
}

const DEFAULTS = { estimate: 'tree', rounding: 'chain', simulations: 1, passes: undefined, totals: 16 } as const

export function planSolve(
  file: SpecFile,
  tables: readonly Table[],
  plans: readonly MeasurePlan[],
  hierarchy: Hierarchy,
): SolvePlan {
  const { estimate, rounding, simulations, passes, totals } = file.spec.topdown ?? DEFAULTS
  const cells = allCells(tables)
  const queries = hierarchy.levels.map((_, level) =>
    tables.flatMap((table, t) => plannedQueries(table, t, plans[t], level, cells)),
  )
  const given = (passes ?? []).map((pass) => pass.map((name) => passName(tables, name, queries.flat())))
  const kept = hierarchy.levels.map((_, level) =>
    rounding === 'plain' ? [] : tables.map((table, t) => keptPartitions(table, queries[level], t, cells)),
  )
  return {
    estimate,
    rounding,
    passes: given,
    totals: given.length === 0 ? totals : 1,
    simulations,
    replicates: file.spec.output.replicates,
    cells,
    shapes: tables.map(({ first, schema }) => ({ first, sizes: schema.attributes.map((a) => a.levels.length) })),
    queries,
    kept,
  }
}

function plannedQueries(table: Table, t: number, plan: MeasurePlan, level: number, cells: number): PlannedQuery[] {
  return plan.measurements.flatMap((m, measurement) => {
    if (m.level !== level) return []
    const marginal = marginalOfQuery(table.schema, m.query)
    return [
      {
        name: queryName(table, m.query.name),
        table: t,
        answers: m.query.answers,
        answerOf: overAllCells(table, m.query, cells),
        variance: solvedVariance(m),
        measurement,
        ...(marginal && { marginal }),
      },
    ]
  })
}

/** Queries of units are called so, to be told from those of people. */
export function queryName({ name }: Pick<Table, 'name'>, query: string): string {
  return name === 'people' ? query : `units: ${query}`
}

function passName(tables: readonly Table[], name: string, queries: readonly MeasuredQuery[]): string {
  const own = name.startsWith('units: ') ? name : queryName({ name: 'people' }, compileOf(tables[0], name).name)
  if (queries.some((query) => query.name === own)) return own
  const known = [...new Set(queries.map((query) => query.name))].join(', ')
  throw badInput(`topdown.passes: "${name}" is not in the workload. There are: ${known}.`)
}

/** The total, then the queries of the workload in its order, coarse ones first where they are as important. */
function keptPartitions(table: Table, queries: readonly MeasuredQuery[], t: number, cells: number): Partition[] {
  const total = compileOf(table, 'total')
  const asked = queries.filter((query) => query.table === t && query.answers > 1)
  return [
    { answers: 1, answerOf: overAllCells(table, total, cells) },
    ...asked.sort((a, b) => a.answers - b.answers).map(({ answers, answerOf }) => ({ answers, answerOf })),
  ]
}
