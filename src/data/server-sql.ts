/** What a spec names on a server, as SQL: a table or view, with its schema if need be, or a query in parentheses. */
import { badInput, clipped } from '../request-error.ts'
import { identifier } from './sql.ts'

/** A query must end as it begins; the line break ends a comment that it may end with. */
export function serverSql(given: string, server: string): string {
  const from = given.trim()
  if (!from.startsWith('(')) return from.split('.').map(identifier).join('.')
  if (!from.endsWith(')'))
    throw badInput(
      `${server} source "${clipped(from)}": a query stands in parentheses and nothing comes after them: (select ... from ...).`,
    )
  return `${from}\nsource`
}
