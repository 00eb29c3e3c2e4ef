/**
 * A program written in a spec, in data files that the spec names, or partly in each: every number exact. The terms of a
 * constraint may stand in the spec and its private right-hand side in a file.
 */

import { withDatabase } from '../../../data/database.ts'
import { type Bound, type Program, ProgramBuilder } from '../../../decisions/index.ts'
import { parseRational, type Rational } from '../../../exact/index.ts'
import { badInput } from '../../../request-error.ts'
import type { Spec } from '../../../spec/index.ts'
import { type ModelTables, readTables } from './model-tables.ts'
import { type DeclaredSides, sidesFromRecords } from './sides-from-records.ts'

export type ProgramText = NonNullable<NonNullable<Spec['decide']>['program']>

interface Row {
  readonly terms: Map<number, Rational>
  lower: Bound
  upper: Bound
}

/** `beside` finds a file that the spec names; `declared` says which sides are private, and what they are. */
export async function programOf(
  text: ProgramText,
  declared: DeclaredSides,
  beside: (file: string) => string,
): Promise<Program> {
  const named = Object.values(text.tables).some((table) => table !== undefined)
  const tables = named
    ? await withDatabase({ threads: 1 }, (db) => readTables(db, text.tables, beside, declared.person?.column))
    : {}
  const builder = new ProgramBuilder(text.sense)
  addVariables(builder, text, tables)
  addQuadratic(builder, text, tables)
  const rows = new Map<string, Row>()
  addTerms(rows, builder, text, tables)
  addSides(rows, tables)
  addCounted(rows, text, declared, tables)
  for (const [name, { lower, upper, terms }] of rows) {
    if (lower === null && upper === null) {
      throw badInput(
        `decide.program: the constraint "${name}" has no right-hand side. Give it \`lower\`, \`upper\` or both.`,
      )
    }
    builder.addRow(name, lower, upper, terms)
  }
  return builder.build()
}

function exactOrNull(value: string | number | null | undefined, where: string): Bound {
  return value === null || value === undefined ? null : parseRational(value, where)
}

const ZERO: Rational = { num: 0n, den: 1n }

function addVariables(builder: ProgramBuilder, { variables }: ProgramText, { variables: table }: ModelTables): void {
  for (const [name, { lower, upper, cost, integer }] of Object.entries(variables)) {
    const at = `decide.program.variables.${name}`
    const [low, high] = [exactOrNull(lower, `${at}.lower`), exactOrNull(upper, `${at}.upper`)]
    builder.addVariable(name, low, high, parseRational(cost, `${at}.cost`), integer)
  }
  if (table === undefined) return
  for (let line = 0; line < table.length; line++) {
    const name = table.label('name', line)
    if (builder.indexOf(name) !== undefined) throw table.error(line, `the variable "${name}" is declared twice.`)
    const bound = (field: 'lower' | 'upper'): Bound =>
      /^[+-]?inf(inity)?$/i.test(table.text(field, line)) ? null : table.number(field, line)
    const lower = table.text('lower', line) === '' ? ZERO : bound('lower')
    builder.addVariable(name, lower, bound('upper'), table.amount('cost', line), table.yes('integer', line))
  }
}

function addQuadratic(builder: ProgramBuilder, { quadratic }: ProgramText, { quadratic: table }: ModelTables): void {
  quadratic.forEach(({ first, second, coefficient }, i) => {
    const at = `decide.program.quadratic[${i}]`
    const unknown = (name: string): Error => badInput(`${at}: there is no variable "${name}".`)
    builder.addQuadratic(
      indexIn(builder, first, unknown),
      indexIn(builder, second, unknown),
      parseRational(coefficient, at),
    )
  })
  for (let line = 0; line < (table?.length ?? 0); line++) {
    const unknown = (name: string): Error => table!.error(line, `there is no variable "${name}".`)
    const [first, second] = [table!.label('first', line), table!.label('second', line)]
    builder.addQuadratic(
      indexIn(builder, first, unknown),
      indexIn(builder, second, unknown),
      table!.amount('coefficient', line),
    )
  }
}

function indexIn(builder: ProgramBuilder, name: string, unknown: (name: string) => Error): number {
  const found = builder.indexOf(name)
  if (found === undefined) throw unknown(name)
  return found
}

function addTerms(
  rows: Map<string, Row>,
  builder: ProgramBuilder,
  { constraints }: ProgramText,
  { terms: table }: ModelTables,
): void {
  for (const [name, { terms, lower, upper }] of Object.entries(constraints)) {
    const at = `decide.program.constraints.${name}`
    const unknown = (variable: string): Error => badInput(`${at}: there is no variable "${variable}".`)
    const entries = Object.entries(terms).map(
      ([variable, value]) => [indexIn(builder, variable, unknown), parseRational(value, `${at}.${variable}`)] as const,
    )
    rows.set(name, {
      terms: new Map(entries),
      lower: exactOrNull(lower, `${at}.lower`),
      upper: exactOrNull(upper, `${at}.upper`),
    })
  }
  for (let line = 0; line < (table?.length ?? 0); line++) {
    const [name, variable] = [table!.label('row', line), table!.label('variable', line)]
    const index = indexIn(builder, variable, () => table!.error(line, `there is no variable "${variable}".`))
    const row = rows.get(name) ?? { terms: new Map<number, Rational>(), lower: null, upper: null }
    if (row.terms.has(index)) throw table!.error(line, `the constraint "${name}" has a term in "${variable}" already.`)
    row.terms.set(index, table!.amount('value', line))
    rows.set(name, row)
  }
}

function addSides(rows: Map<string, Row>, { sides: table }: ModelTables): void {
  for (let line = 0; line < (table?.length ?? 0); line++) {
    const name = table!.label('row', line)
    const row = rows.get(name)
    if (row === undefined) throw table!.error(line, `the constraint "${name}" has no terms.`)
    for (const side of ['lower', 'upper'] as const) {
      const value = table!.number(side, line)
      if (value === null) continue
      if (row[side] !== null) throw table!.error(line, `the constraint "${name}" has this side already.`)
      row[side] = value
    }
  }
}

/** The sides that are queries on a table of records. */
function addCounted(
  rows: Map<string, Row>,
  { tables: { records } }: ProgramText,
  declared: DeclaredSides,
  { records: table }: ModelTables,
): void {
  if (records === undefined || table === undefined) return
  const { side } = records
  const other = side === 'lower' ? 'upper' : 'lower'
  const counted = [...rows].map(([constraint, row]) => ({ constraint, side, ofRange: row[other] !== null }))
  for (const [name, value] of sidesFromRecords(table, counted, declared)) {
    const row = rows.get(name) as Row
    if (row[side] !== null)
      throw badInput(`decide.program: the constraint "${name}" has a \`${side}\` besides the one from records.`)
    row[side] = value
  }
}
