/**
 * Records that do not fit the declared schema: named by column and, where the file has lines, by the first line. Never by
 * value: what one record holds is not for an error message.
 */
import type { Attribute } from '../model/index.ts'
import { badInput } from '../request-error.ts'
import { fetchNumber } from './columns.ts'
import type { Database } from './database.ts'
import { fileRelation } from './file-relation.ts'
import { levelSql } from './level-sql.ts'
import type { GroupedTable, Source } from './source.ts'
import { identifier, literal } from './sql.ts'

/** Throws when some record's value is missing where that is a mistake, or is none of the declared levels. */
export async function checkLevels(
  db: Database,
  grouped: GroupedTable,
  source: Source,
  attributes: readonly Attribute[],
  first: number,
): Promise<void> {
  for (const [i, attribute] of attributes.entries()) {
    const column = first + i
    if (attribute.missing.rule === 'error' && (await some(db, grouped, missingSql(attribute, column)))) {
      throw badInput(
        `column "${attribute.column}"${await firstLine(db, source, attribute, 'missing')}: a value is missing. ` +
          'Say under `missing` what that means: a level of its own, or a record to leave out.',
      )
    }
    const level = levelSql(attribute, column)
    const unknown = `not (${missingSql(attribute, column)}) and (${level} is null or ${level} < 0)`
    if (await some(db, grouped, unknown)) throw await unknownLevel(db, source, attribute)
  }
}

async function unknownLevel(db: Database, source: Source, attribute: Attribute): Promise<Error> {
  const where = `column "${attribute.column}"${await firstLine(db, source, attribute, 'unknown')}`
  const { edges, levels } = attribute
  if (edges !== undefined) {
    return badInput(`${where}: the value is not a number from ${edges[0]} to below ${edges[edges.length - 1]}.`)
  }
  const shown =
    levels.length > 12 ? `${levels.slice(0, 12).join(', ')} and ${levels.length - 12} more` : levels.join(', ')
  return badInput(`${where}: the value is none of the declared levels of "${attribute.name}" (${shown}).`)
}

async function some(db: Database, grouped: GroupedTable, condition: string): Promise<boolean> {
  return (await fetchNumber(db, `select count(*) from ${grouped.name} where ${condition}`)) > 0
}

function missingSql(attribute: Attribute, column: number): string {
  if (attribute.edges !== undefined) return `g${column} is null`
  return absentSql(`g${column}`, attribute)
}

function absentSql(value: string, attribute: Attribute): string {
  const texts = attribute.missing.values.map((text) => ` or cast(${value} as varchar) = ${literal(text)}`)
  return `(${value} is null${texts.join('')})`
}

/** ", line 17 of people.csv" for the first record at fault in a file; nothing for a server. */
async function firstLine(
  db: Database,
  source: Source,
  attribute: Attribute,
  fault: 'missing' | 'unknown',
): Promise<string> {
  if (source.kind !== 'file') return ''
  const relation = await fileRelation(db, source.path)
  const value = identifier(attribute.column)
  const absent = absentSql(value, attribute)
  const { edges } = attribute
  const number = `try_cast(${value} as double)`
  const fits =
    edges === undefined
      ? `cast(${value} as varchar) in (${attribute.levels.map(literal).join(', ')})`
      : `coalesce(${number} >= ${edges[0]} and ${number} < ${edges[edges.length - 1]}, false)`
  const condition = fault === 'missing' ? absent : `not ${absent} and not (${fits})`
  const row = await fetchNumber(
    db,
    `select coalesce(min(line), 0) from (select row_number() over () as line, ${value} from ${relation.sql}) where ${condition}`,
  )
  const isText = !/\.(parquet|pq|arrow|feather|ipc)$/i.test(source.path)
  return isText ? `, line ${row + 1} of ${source.path}` : `, record ${row} of ${source.path}`
}
