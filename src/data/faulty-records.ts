/**
 * Records that do not fit the declared schema: named by column and, where the file has lines, by the first line. Never by
 * value: what one record holds is not for an error message.
 */
import { type Attribute, isoDay } from '../model/index.ts'
import { badInput, listed } from '../request-error.ts'
import { fetchNumber } from './columns.ts'
import type { Database } from './database.ts'
import { dataRelation } from './file-relation.ts'
import { absentSql, levelSql } from './level-dictionary.ts'
import type { Source } from './source-kinds.ts'
import { daySql, identifier } from './sql.ts'

/** Throws when a value of the attribute's dictionary is missing where that is a mistake, or is no declared level. */
export async function checkDictionary(
  db: Database,
  dictionary: string,
  source: Source,
  attribute: Attribute,
): Promise<void> {
  const some = async (condition: string): Promise<boolean> =>
    (await fetchNumber(db, `select count(*) from ${dictionary} where ${condition}`)) > 0
  if (attribute.missing.rule === 'error' && (await some('absent'))) {
    throw badInput(
      `column "${attribute.column}"${await firstLine(db, source, attribute, 'missing')}: a value is missing. ` +
        'Say under `missing` what that means: a level of its own, or a record to leave out.',
    )
  }
  if (await some('not absent and level is null')) throw await unknownLevel(db, source, attribute)
}

async function unknownLevel(db: Database, source: Source, attribute: Attribute): Promise<Error> {
  const where = `column "${attribute.column}"${await firstLine(db, source, attribute, 'unknown')}`
  const { edges, levels, dates } = attribute
  if (edges !== undefined) {
    const [first, last] = [edges[0], edges[edges.length - 1]]
    const words = dates
      ? `a date from ${isoDay(first)} to before ${isoDay(last)}`
      : `a number from ${first} to below ${last}`
    return badInput(`${where}: the value is not ${words}.`)
  }
  return badInput(`${where}: the value is none of the declared levels of "${attribute.name}" (${listed(levels)}).`)
}

/** ", line 17 of people.csv" for the first record at fault in a file; nothing for a server. */
async function firstLine(
  db: Database,
  source: Source,
  attribute: Attribute,
  fault: 'missing' | 'unknown',
): Promise<string> {
  if (source.kind !== 'file') return ''
  const relation = await dataRelation(db, source)
  const value = 'v' // under a name of our own: the column may be called `line`
  const absent = absentSql(value, attribute)
  const { edges } = attribute
  const number = attribute.dates ? daySql(value) : `try_cast(${value} as double)`
  const fits =
    edges === undefined
      ? `${levelSql(value, attribute)} is not null`
      : `coalesce(${number} >= ${edges[0]} and ${number} < ${edges[edges.length - 1]}, false)`
  const condition = fault === 'missing' ? absent : `not ${absent} and not (${fits})`
  const row = await fetchNumber(
    db,
    `select coalesce(min(line), 0) from (select row_number() over () as line, ${identifier(attribute.column)} as v from ${relation.sql}) where ${condition}`,
  )
  const isText = /\.(csv|tsv|txt)(\.gz)?$/i.test(source.path)
  return isText ? `, line ${row + 1} of ${source.path}` : `, record ${row} of ${source.path}`
}
