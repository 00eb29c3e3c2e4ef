/** Figures by level and something else, as a table whose cells are the darker the larger they are. */
import { Fragment } from 'react'

interface Props {
  readonly caption: string
  readonly levels: readonly string[]
  readonly columns: readonly string[]
  /** What stands small below the name of a level. */
  note?(level: string): string
  cell(level: string, column: string): React.JSX.Element
}

export function HeatGrid({ caption, levels, columns, note, cell }: Props): React.JSX.Element {
  return (
    <div className="table-scroll">
      <table className="error-grid">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">level</th>
            {columns.map((column) => (
              <th key={column} scope="col" className="right-text">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {levels.map((level) => (
            <tr key={level}>
              <th scope="row">
                {level}
                {note && <small>{note(level)}</small>}
              </th>
              {columns.map((column) => (
                <Fragment key={column}>{cell(level, column)}</Fragment>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** How dark a cell is, for a figure and the largest one. */
export const heat = (value: number, most: number): React.CSSProperties =>
  ({ '--heat': `${Math.round((60 * value) / most)}%` }) as React.CSSProperties
