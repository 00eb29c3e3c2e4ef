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
  const level =
    edges === undefined
      ? `list_position([${levels.map(literal).join(', ')}], cast(raw as varchar)) - 1`
      : 'nullif(cast(raw as integer), -1)'
  const name = db.freshName('levels')
  await db.run(`create temp table ${name} as
    select raw, absent, cast(case when absent then ${fallback} else ${level} end as integer) as level
    from (select raw, ${absentSql('raw', attribute)} as absent from (select distinct g${column} as raw from ${grouped}))`)
  return name
}

/** Whether a value stands for a missing one. Bins have turned theirs into NULL already. */
export function absentSql(value: string, attribute: Attribute): string {
  const texts = attribute.missing.values.map((text) => ` or cast(${value} as varchar) = ${literal(text)}`)
  return `(${value} is null${texts.join('')})`
}
