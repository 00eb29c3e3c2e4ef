/** How far from the truth a figure may be, by level and query: the darker, the larger. */
import { number } from '../parts/format.ts'
import { HeatGrid, heat } from './heat-grid.tsx'
import type { QueryError } from './release-types.ts'

export function ErrorGrid({ errors }: { errors: readonly QueryError[] }): React.JSX.Element {
  const most = Math.max(1, ...errors.map(({ margin95 }) => margin95))
  const find = (level: string, query: string): QueryError | undefined =>
    errors.find((error) => error.level === level && error.query === query)
  return (
    <HeatGrid
      caption="Right to within this many people, 19 times out of 20"
      levels={[...new Set(errors.map(({ level }) => level))]}
      columns={[...new Set(errors.map(({ query }) => query))]}
      note={(level) => places(errors.find((error) => error.level === level)?.regions ?? 0)}
      cell={(level, query) => <ErrorCell error={find(level, query)} most={most} />}
    />
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
    <td className="right-text" style={heat(error.margin95, most)}>
      ± {error.margin95 < 10 ? error.margin95.toFixed(1) : number(Math.round(error.margin95))}
      <small>s.e. {error.standardError.toFixed(1)}</small>
    </td>
  )
}
