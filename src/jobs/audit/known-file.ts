/**
 * What a reader may know beforehand, from a CSV file: the columns are the row variables, any of the column variables, and
 * `lower` and `upper`. A line bounds the cells of one row that match it: a single cell, a sum of cells, or the row's total
 * when no column variable is filled in.
 */
import type { KnownBound } from '../../bounds/index.ts'
import { type Database, fetchColumns, fileRelation } from '../../data/index.ts'
import { badInput, clipped, listed, listedLevels } from '../../request-error.ts'
import type { SideNames } from './names.ts'

export async function readKnown(
  db: Database,
  path: string,
  rows: SideNames,
  columns: SideNames,
): Promise<readonly KnownBound[]> {
  const relation = await fileRelation(db, path)
  const known = [...rows.variables, ...columns.variables].map((variable) => variable.name)
  const stray = relation.columns.findIndex((name) => !known.includes(name) && name !== 'lower' && name !== 'upper')
  if (stray >= 0) {
    const name = relation.doubtfulHeader ? '' : `, "${clipped(relation.columns[stray])}",`
    throw badInput(
      `${path}: column ${stray + 1}${name} is no variable of this table. Its columns are ${listed(known)}, lower and upper.`,
    )
  }
  const absent = rows.variables.find((variable) => !relation.columns.includes(variable.name))
  if (absent !== undefined)
    throw badInput(`${path} has no column "${absent.name}": a line must say which row it speaks of.`)
  const names = relation.columns.map((name) => `coalesce(cast("${name.replaceAll('"', '""')}" as varchar), '')`)
  const texts = await fetchColumns(
    db,
    `select ${names.join(', ')} from ${relation.sql}`,
    relation.columns.map(() => 'text' as const),
  )
  const places = new Map(rows.levels.map((levels, place) => [JSON.stringify(levels), place]))
  return (texts[0] ?? []).map((_, line) => {
    const fields = new Map(relation.columns.map((name, i) => [name, texts[i][line].trim()]))
    return readLine(fields, `${path}, line ${line + 2}`, rows, columns, places)
  })
}

function readLine(
  fields: ReadonlyMap<string, string>,
  where: string,
  rows: SideNames,
  columns: SideNames,
  places: ReadonlyMap<string, number>,
): KnownBound {
  const wanted = rows.variables.map((variable) => levelOf(fields, variable, where))
  const unnamed = wanted.indexOf(undefined)
  if (unnamed >= 0) throw badInput(`${where}: "${rows.variables[unnamed].name}" is empty. A line speaks of one row.`)
  const row = places.get(JSON.stringify(wanted))
  if (row === undefined) throw badInput(`${where}: the table has no row ${listed(wanted as string[])}.`)
  const filters = columns.variables.map((variable) => levelOf(fields, variable, where))
  const matching = [...columns.levels.keys()].filter((c) =>
    filters.every((level, v) => level === undefined || columns.levels[c][v] === level),
  )
  const lower = boundOf(fields.get('lower'), `${where}, lower`)
  const upper = boundOf(fields.get('upper'), `${where}, upper`)
  if (lower === undefined && upper === undefined)
    throw badInput(`${where}: it bounds nothing. Fill in lower, upper or both.`)
  const all = matching.length === columns.levels.length
  return { row, columns: all ? undefined : matching, lower, upper, label: where }
}

function levelOf(
  fields: ReadonlyMap<string, string>,
  variable: SideNames['variables'][number],
  where: string,
): string | undefined {
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
