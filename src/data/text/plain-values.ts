/** The values of a file in one form: no blanks around them, nothing where one is missing, ISO dates, decimal points. */
import { MISSING_TEXTS, type Reading } from '../../spec/index.ts'
import type { Relation } from '../relation.ts'
import { identifier, literal } from '../sql.ts'
import { isoDateSql } from './date-format.ts'
import { decimalPointSql } from './decimal-sign.ts'

/** `texts`: the columns that hold texts, all of them in a text file. */
export function plainRelation(relation: Relation, texts: ReadonlySet<string>, { missing }: Reading): Relation {
  const absent = [...new Set((missing ?? MISSING_TEXTS).map((text) => text.trim().toLowerCase()))]
  const list = ['', ...absent].map(literal).join(', ')
  const plain = (name: string, value: string): string =>
    texts.has(name) ? plainSql(trimmed(value), list, relation) : value
  const selected = relation.columns.map((name) => `${plain(name, identifier(name))} as ${identifier(name)}`)
  return { ...relation, raw: relation.sql, plain, sql: `(select ${selected.join(', ')} from ${relation.sql})` }
}

/** Blanks, also those that do not break and tabs. */
function trimmed(column: string): string {
  return `trim(${column}, chr(32) || chr(9) || chr(160))`
}

function plainSql(value: string, missing: string, { read }: Relation): string {
  const number = read?.decimal === ',' ? decimalPointSql(value) : value
  const plain = (read?.dates ?? []).reduce((sql, format) => isoDateSql(value, format, sql), number)
  return `case when lower(${value}) in (${missing}) then null else ${plain} end`
}
