/** Names, texts and paths as SQL, quoted so that whatever a file or a column is called stays a name. */
import { resolve, sep } from 'node:path'
import { badInput } from '../request-error.ts'

export function identifier(name: string): string {
  return `"${whole(name).replaceAll('"', '""')}"`
}

export function literal(text: string): string {
  return `'${whole(text).replaceAll("'", "''")}'`
}

/** A null character would end the statement. */
function whole(text: string): string {
  if (!text.includes('\u0000')) return text
  throw badInput('A name or a text holds a null character, which no table can hold. Write it without.')
}

/** A path to write to. It is absolute, so that `~` is a name like any other and no path looks like an address. */
export function pathLiteral(path: string): string {
  return literal(resolve(path))
}

/**
 * A path to read from: the one file of that name. DuckDB takes `*`, `?` and `[` for patterns; in brackets each of them
 * stands for itself. Where there is a pattern it takes a backslash for a sign of its own, which nothing can undo.
 */
export function fileLiteral(path: string): string {
  const whole = resolve(path)
  if (!/[*?[]/.test(whole)) return literal(whole)
  if (sep === '/' && whole.includes('\\'))
    throw badInput(`${path}: a path with a backslash and one of * ? [ cannot be read. Rename the file or its folder.`)
  return literal(whole.replace(/[*?[]/g, (sign) => `[${sign}]`))
}

/** Whether a text is digits behind a leading zero: a code (a postcode, a ward), which as a number would lose it. */
export function codeSql(text: string): string {
  return `regexp_full_match(${text}, '0[0-9]+')`
}

/** The day of a date (or of a date with its time) as a number from 1970-01-01; NULL if it is none. */
export function daySql(value: string): string {
  return `cast(date_diff('day', date '1970-01-01', cast(try_cast(${value} as timestamp) as date)) as double)`
}
