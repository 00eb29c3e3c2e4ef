import type { Attribute } from '../model/index.ts'
import type { Database } from './database.ts'
import { literal } from './sql.ts'

/**
 * The distinct values of one grouped column and what they mean: a table with `raw`, `absent` (the value is missing), and
 * `level`, the number of the level, NULL for a record that is left out or fits no level.
 */
export async function levelDictionary(
  db: Database,
  grouped: string,
  attribute: Attribute,
  column: number,
): Promise<string> {
  const { missing, levels, edges } = attribute
  const fallback = missing.rule === 'level' ? String(levels.indexOf(missing.level)) : 'null'
  const level = edges === undefined ? levelSql('raw', attribute) : 'nullif(cast(raw as integer), -1)'
  const name = db.freshName('levels')
  await db.run(`create temp table ${name} as
    select raw, absent, cast(case when absent then ${fallback} else ${level} end as integer) as level
    from (select raw, ${absentSql('raw', attribute)} as absent from (select distinct g${column} as raw from ${grouped}))`)
  return name
}

/** The number of a value's level: the one written so, or the only one that differs in case alone. NULL if there is none. */
export function levelSql(value: string, { levels, keepCase }: Pick<Attribute, 'levels' | 'keepCase'>): string {
  const list = (texts: readonly string[]): string => `[${texts.map(literal).join(', ')}]`
  const text = `cast(${value} as varchar)`
  const small = levels.map((level) => level.toLowerCase())
  const only = small.filter((level) => small.indexOf(level) === small.lastIndexOf(level))
  const exact = `list_position(${list(levels)}, ${text})`
  if (only.length === 0 || keepCase) return `${exact} - 1`
  const folded = `case when list_contains(${list(only)}, lower(${text})) then list_position(${list(small)}, lower(${text})) end`
  return `coalesce(${exact}, ${folded}) - 1`
}

/** Whether a value stands for a missing one. Bins have turned theirs into NULL already. */
export function absentSql(value: string, attribute: Attribute): string {
  const texts = attribute.missing.values.map((text) => ` or cast(${value} as varchar) = ${literal(text)}`)
  return `(${value} is null${texts.join('')})`
}
