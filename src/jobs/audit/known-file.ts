/**
 * What a reader may know beforehand, from a CSV file: the columns are variables of the audit, and `lower` and `upper`. A line bounds
 * how many people have the levels that it fills in. Of one table the row is always filled in, so that a line bounds a single cell, a sum of
 * cells of a row, or the row's total when no column variable is; beside several releases any of the variables may be.
 */
import { type KnownBound, knownCount, type Release } from '../../bounds/index.ts'
import { type Database, fetchColumns, fileRelation } from '../../data/index.ts'
import type { Variable } from '../../model/index.ts'
import { badInput, clipped, listed, listedLevels } from '../../request-error.ts'
import type { SideNames } from './names.ts'

/** Of one table. */
export async function readKnown(
  db: Database,
  path: string,
  rows: SideNames,
  columns: SideNames,
): Promise<readonly KnownBound[]> {
  const lines = await readLines(db, path, [...rows.variables, ...columns.variables], rows.variables)
  const places = new Map(rows.levels.map((levels, place) => [JSON.stringify(levels), place]))
  return lines.map(({ levels, lower, upper, label }) => {
    const wanted = levels.slice(0, rows.variables.length)
    const unnamed = wanted.indexOf(undefined)
    if (unnamed >= 0) throw badInput(`${label}: "${rows.variables[unnamed].name}" is empty. A line speaks of one row.`)
    const row = places.get(JSON.stringify(wanted))
    if (row === undefined) throw badInput(`${label}: the table has no row ${listed(wanted as string[])}.`)
    const filters = levels.slice(rows.variables.length)
    const matching = [...columns.levels.keys()].filter((c) =>
      filters.every((level, v) => level === undefined || columns.levels[c][v] === level),
    )
    const all = matching.length === columns.levels.length
    return { row, columns: all ? undefined : matching, lower, upper, label }
  })
}

/** Beside several releases: `variables` are those of all of them. */
export async function readKnownCounts(
  db: Database,
  path: string,
  variables: readonly Variable[],
): Promise<readonly Release[]> {
  const lines = await readLines(db, path, variables, [])
  return lines.map((line) => {
    if (line.levels.every((level) => level === undefined))
      throw badInput(`${line.label}: it names no level. Fill in at least one variable.`)
    return knownCount(variables, line)
  })
}

interface KnownLine {
  /** By variable; undefined where nothing is filled in. */
  readonly levels: readonly (string | undefined)[]
  readonly lower: number | undefined
  readonly upper: number | undefined
  readonly label: string
}

async function readLines(
  db: Database,
  path: string,
  variables: readonly Variable[],
  needed: readonly Variable[],
): Promise<readonly KnownLine[]> {
  const relation = await fileRelation(db, path)
  const known = variables.map((variable) => variable.name)
  const stray = relation.columns.findIndex((name) => !known.includes(name) && name !== 'lower' && name !== 'upper')
  if (stray >= 0) {
    const name = relation.namesAreText ? '' : `, "${clipped(relation.columns[stray])}",`
    throw badInput(
      `${path}: column ${stray + 1}${name} is no variable of this table. Its columns are ${listed(known)}, lower and upper.`,
    )
  }
  const absent = needed.find((variable) => !relation.columns.includes(variable.name))
  if (absent !== undefined)
    throw badInput(`${path} has no column "${absent.name}": a line must say which row it speaks of.`)
  const names = relation.columns.map((name) => `coalesce(cast("${name.replaceAll('"', '""')}" as varchar), '')`)
  const texts = await fetchColumns(
    db,
    `select ${names.join(', ')} from ${relation.sql}`,
    relation.columns.map(() => 'text' as const),
  )
  return (texts[0] ?? []).map((_, line) => {
    const fields = new Map(relation.columns.map((name, i) => [name, texts[i][line].trim()]))
    return readLine(fields, `${path}, line ${line + 2}`, variables)
  })
}

function readLine(fields: ReadonlyMap<string, string>, label: string, variables: readonly Variable[]): KnownLine {
  const levels = variables.map((variable) => levelOf(fields, variable, label))
  const lower = boundOf(fields.get('lower'), `${label}, lower`)
  const upper = boundOf(fields.get('upper'), `${label}, upper`)
  if (lower === undefined && upper === undefined)
    throw badInput(`${label}: it bounds nothing. Fill in lower, upper or both.`)
  return { levels, lower, upper, label }
}

function levelOf(fields: ReadonlyMap<string, string>, variable: Variable, where: string): string | undefined {
  const text = fields.get(variable.name) ?? ''
  if (text === '') return undefined
  if (variable.levels.includes(text)) return text
  throw badInput(`${where}: "${variable.name}" has no level "${clipped(text)}". ${listedLevels(variable.levels)}.`)
}

function boundOf(text: string | undefined, where: string): number | undefined {
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  if (!/^[+-]?\d+(\.0*)?$/.test(text) || !Number.isSafeInteger(value))
    throw badInput(`${where}: a bound is a whole number, and this is none.`)
  return value
}
