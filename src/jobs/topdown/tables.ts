/**
 * The tables that one top-down release solves together: the people, and where the spec has them the housing units. Their
 * cells stand one after the other, so that one set of constraints can speak of both.
 */
import { besideSpec } from '../../data/index.ts'
import { unitsLedgerBeside } from '../../ledger/index.ts'
import { type InheritedFact, type MeasurePlan, planJointly, planMeasurements, unitsSpec } from '../../measure/index.ts'
import { cellCount, compileQuery, type Hierarchy, type Query, type Schema } from '../../model/index.ts'
import { badInput } from '../../request-error.ts'
import { type PreparedRelease, prepareRelease } from '../../run/drawing/prepare.ts'
import type { Spec, SpecFile } from '../../spec/index.ts'

export type TableName = 'people' | 'units'

export interface Table {
  readonly name: TableName
  readonly release: PreparedRelease
  readonly spec: Spec
  readonly schema: Schema
  /** Its cells are first .. first + cells - 1 of all. */
  readonly first: number
  readonly cells: number
}

export function tablesOf(file: SpecFile): readonly Table[] {
  const people = tableOf('people', file, 0)
  if (file.spec.units === undefined) return [people]
  const units = tableOf('units', unitsFile(file), people.cells)
  if (file.spec.topdown?.later !== undefined) {
    throw badInput('topdown.later: a release with `units` cannot declare later attributes. Leave one of them out.')
  }
  return [people, units]
}

function tableOf(name: TableName, file: SpecFile, first: number): Table {
  const release = prepareRelease(file)
  return { name, release, spec: file.spec, schema: release.schema, first, cells: cellCount(release.schema) }
}

/** The part of the spec that speaks of units, as a spec of its own over the same places. */
function unitsFile(file: SpecFile): SpecFile {
  const spec = unitsSpec(file.spec)
  if (spec === undefined) throw new Error('there are no units')
  const data = spec.source.file
  const ledger = spec.privacy.ledger ?? unitsLedgerBeside(data === undefined ? file.path : besideSpec(file, data))
  return { ...file, spec: { ...spec, privacy: { ...spec.privacy, ledger } } }
}

/** What is exact beside what the release itself takes from the data. */
export interface ExactBeside {
  readonly whole?: ReadonlySet<string>
  readonly inherited?: readonly InheritedFact[]
}

/**
 * The plans of all tables. What is exact in one may be so by the other, by the release that this one extends, or by public tables:
 * `whole` are the fields of those that have a count for every place and answer.
 */
export function planTables(
  tables: readonly Table[],
  hierarchy: Hierarchy,
  regionsFromData: boolean,
  { whole = new Set(), inherited = [] }: ExactBeside = {},
): readonly MeasurePlan[] {
  const { units } = tables[0].release.file.spec
  const joint = planJointly({ tables, links: units?.links ?? [], whole, inherited }, hierarchy)
  return tables.map(({ name, spec, schema }) =>
    planMeasurements(spec, schema, hierarchy, regionsFromData, { isUnits: name === 'units', joint }),
  )
}

/** A query of one table over the cells of all: those of the other table are counted nowhere. */
export function overAllCells({ first, cells }: Table, query: Pick<Query, 'answerOf'>, allCells: number): Int32Array {
  if (cells === allCells) return query.answerOf
  const all = new Int32Array(allCells).fill(-1)
  all.set(query.answerOf, first)
  return all
}

export function compileOf({ schema }: Table, query: string): Query {
  return compileQuery(schema, query)
}

export function allCells(tables: readonly Table[]): number {
  return tables.reduce((sum, { cells }) => sum + cells, 0)
}
