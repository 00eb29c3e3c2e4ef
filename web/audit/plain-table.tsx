/** The same bounds as an ordinary table, for screen readers, for printing and for copying. */

import { number } from '../parts/format.ts'
import { namesAt } from './design.ts'
import { EXPOSED, KNOWN } from './engine-types.ts'
import type { ShownTable } from './store.ts'

/** Rows written out; the grid and the export have all of them. */
const MOST_ROWS = 1000

interface Props {
  readonly shown: ShownTable
  readonly label: string
}

export function PlainTable({ shown: { answer, rows, columns }, label }: Props): React.JSX.Element {
  const written = Math.min(answer.rows, MOST_ROWS)
  const text = (k: number): string => {
    const bounds =
      answer.lower[k] === answer.upper[k]
        ? number(answer.upper[k])
        : `${number(answer.lower[k])} to ${number(answer.upper[k])}`
    return answer.marks[k] === EXPOSED
      ? `${bounds} (small, known)`
      : answer.marks[k] === KNOWN
        ? `${bounds} (known)`
        : bounds
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <section className="plain" tabIndex={0} aria-label={label}>
      <table>
        <caption>
          {label}
          {written < answer.rows && `: the first ${number(written)} of ${number(answer.rows)} rows`}
        </caption>
        <thead>
          <tr>
            {rows.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {Array.from({ length: answer.columns }, (_, column) => (
              <th key={namesAt(columns, column).join()} scope="col">
                {namesAt(columns, column).join(', ')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: written }, (_, row) => (
            <tr key={namesAt(rows, row).join()}>
              {namesAt(rows, row).map((name, v) => (
                <th key={rows[v].name} scope="row">
                  {name}
                </th>
              ))}
              {Array.from({ length: answer.columns }, (_, column) => (
                <td
                  key={namesAt(columns, column).join()}
                  className={answer.marks[row * answer.columns + column] === EXPOSED ? 'exposed' : ''}
                >
                  {text(row * answer.columns + column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
