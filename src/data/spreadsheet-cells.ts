/**
 * Texts that a spreadsheet would run. A cell of a CSV file that begins with = + - @, a tab or a line break is taken for a
 * formula by spreadsheets; an apostrophe before it makes it text (OWASP, "CSV Injection"). A number is left as it is, and so is
 * a single sign. Texts that begin with apostrophes before such a sign get one more, so that taking one away gives back what
 * was written, whatever it was.
 */
import type { Relation } from './relation.ts'
import { identifier, literal } from './sql.ts'

// RE2, which DuckDB has, and JavaScript read these alike.
const SIGN = '[-=+@\\t\\r\\n]'
const NUMBER = '^[-+]?([0-9]+([.,/][0-9]+)*|[.][0-9]+)([eE][-+]?[0-9]+)?%?$'
const RUN = `^'*${SIGN}[\\s\\S]`
const WRITTEN = `^'+${SIGN}[\\s\\S]`

/** The text as it is written. */
export function safeText(text: string): string {
  return new RegExp(RUN).test(text) && !new RegExp(NUMBER).test(text) ? `'${text}` : text
}

/** The text that was written. */
export function writtenText(text: string): string {
  return new RegExp(WRITTEN).test(text) ? text.slice(1) : text
}

function safeSql(value: string): string {
  const runs = `regexp_matches(${value}, ${literal(RUN)}) and not regexp_matches(${value}, ${literal(NUMBER)})`
  return `case when ${runs} then chr(39) || ${value} else ${value} end`
}

function writtenSql(value: string): string {
  return `case when regexp_matches(${value}, ${literal(WRITTEN)}) then substr(${value}, 2) else ${value} end`
}

/** A query for a CSV file: names and texts are made safe. `columns` are those of `sql`. */
export function safeSelect(sql: string, columns: readonly { readonly name: string; readonly text: boolean }[]): string {
  const selected = columns.map(({ name, text }) => {
    const value = identifier(name)
    return `${text ? safeSql(value) : value} as ${identifier(safeText(name))}`
  })
  return `select ${selected.join(', ')} from (${sql})`
}

/** A CSV file that was written so, with names and texts as they were. */
export function writtenRelation(relation: Relation): Relation {
  const selected = relation.columns.map((name) => `${writtenSql(identifier(name))} as ${identifier(writtenText(name))}`)
  return {
    ...relation,
    sql: `(select ${selected.join(', ')} from ${relation.sql})`,
    columns: relation.columns.map(writtenText),
  }
}
