/** How far from the truth a figure may be, by level and query: the darker, the larger. */
import { number } from '../parts/format.ts'
import type { QueryError } from './release-types.ts'

export function ErrorGrid({ errors }: { errors: readonly QueryError[] }): React.JSX.Element {
  const levels = [...new Set(errors.map(({ level }) => level))]
  const queries = [...new Set(errors.map(({ query }) => query))]
  const most = Math.max(1, ...errors.map(({ margin95 }) => margin95))
  const find = (level: string, query: string): QueryError | undefined =>
    errors.find((error) => error.level === level && error.query === query)
  return (
    <div className="table-scroll">
      <table className="error-grid">
        <caption>Right to within this many people, 19 times out of 20</caption>
        <thead>
          <tr>
            <th scope="col">level</th>
            {queries.map((query) => (
              <th key={query} scope="col" className="right-text">
                {query}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {levels.map((level) => (
            <tr key={level}>
              <th scope="row">
                {level}
                <small>{places(errors.find((error) => error.level === level)?.regions ?? 0)}</small>
              </th>
              {queries.map((query) => (
                <ErrorCell key={query} error={find(level, query)} most={most} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const places = (count: number): string => `${number(count)} ${count === 1 ? 'place' : 'places'}`

function ErrorCell({ error, most }: { error: QueryError | undefined; most: number }): React.JSX.Element {
  if (error === undefined) return <td className="right-text quiet">not measured</td>
  if (error.margin95 === 0)
    return (
      <td className="right-text warn exact-cell">
        exact<small>public</small>
      </td>
    )
  return (
    <td
      className="right-text"
      style={{ '--heat': `${Math.round((60 * error.margin95) / most)}%` } as React.CSSProperties}
    >
      ± {error.margin95 < 10 ? error.margin95.toFixed(1) : number(Math.round(error.margin95))}
      <small>s.e. {error.standardError.toFixed(1)}</small>
    </td>
  )
}
