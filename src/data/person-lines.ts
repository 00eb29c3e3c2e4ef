/**
 * The lines of a person up to a bound. Which of them are kept must follow from that person's lines alone: a position in the whole
 * file would change with every line of somebody else above it, and one person would move the lines of all. In a file they are
 * taken in an order that follows from a hash of their number among the person's own; on a server, where lines have no order that the
 * lines of others could not change, from a hash of the whole line. How many are left out is a function of the data that no noise covers, and is told to nobody.
 */
import { badInput } from '../request-error.ts'
import { fetchNumber } from './columns.ts'
import type { Database } from './database.ts'
import { checkColumn, reading } from './file-relation.ts'
import type { Relation } from './relation.ts'
import type { PersonBound } from './source-kinds.ts'
import { identifier } from './sql.ts'

/** What comes after FROM: at most so many lines of each person. Lines without a person are refused. */
export async function boundedLines(db: Database, relation: Relation, person: PersonBound): Promise<string> {
  checkPerson(relation, person)
  const who = identifier(person.column)
  const nobody = `select count(*) from ${relation.sql} where ${who} is null or trim(cast(${who} as varchar)) = ''`
  if ((await reading(relation.name, () => fetchNumber(db, nobody))) > 0) {
    throw badInput(
      `privacy.person: some lines of ${relation.name} have no value in the column "${person.column}". Give each line its person, or leave it out of the file.`,
    )
  }
  const numbered = `select *, row_number() over () as tacet_line from ${relation.sql}`
  const own = `select *, row_number() over (partition by ${who} order by tacet_line) as tacet_own from (${numbered})`
  const ranked = `select *, row_number() over (partition by ${who} order by md5(cast(tacet_own as varchar))) as tacet_rank from (${own})`
  return `(select * from (${ranked}) where tacet_rank <= ${person.atMost})`
}

/** The same on a PostgreSQL server. A line without a person counts as one person's with all others like it. */
export function boundedOnServer(from: string, { column, atMost }: PersonBound): string {
  const ranked = `select tacet_all.*, row_number() over (partition by ${identifier(column)} order by md5(cast(tacet_all as text))) as tacet_rank from (select * from ${from}) tacet_all`
  return `(select * from (${ranked}) tacet_ranked where tacet_rank <= ${atMost}) tacet_bounded`
}

export function checkPerson(relation: Relation, { column }: PersonBound): void {
  checkColumn(relation, column, 'privacy.person: column')
}
