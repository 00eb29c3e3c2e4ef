/** The released tables themselves, by level and place. */
import { useState } from 'react'
import type { ReleaseTable } from '../../src/server/answers.ts'
import { ask } from '../api.ts'
import { number } from '../parts/format.ts'
import { useLoaded } from '../parts/load.tsx'

interface Props {
  readonly path: string
  readonly tables: readonly string[]
  /** How often the files of the release have changed. */
  readonly round: number
}

const SHOWN = 500

export function ResultTable({ path, tables, round }: Props): React.JSX.Element {
  const [output, setOutput] = useState(tables[0] ?? '')
  const [where, setWhere] = useState<Readonly<Record<string, string>>>({})
  const { value, fault } = useLoaded(
    () => ask<ReleaseTable>('releases/table', { path, output, where, limit: SHOWN }),
    [path, output, JSON.stringify(where), round],
  )
  return (
    <div className="results">
      <div className="filters">
        <label>
          Table{' '}
          <select
            value={output}
            onChange={(event) => {
              setOutput(event.target.value)
              setWhere({})
            }}
          >
            {tables.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        {value !== null &&
          Object.entries(value.levels).map(([column, levels]) => (
            <Filter key={column} {...{ column, levels, where }} onChange={setWhere} />
          ))}
        {value !== null && (
          <span className="hint">
            {number(value.matching)} lines
            {value.matching > value.rows.length && `, the first ${number(value.rows.length)} shown`}
          </span>
        )}
      </div>
      {fault !== null && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      {value !== null && <Lines table={value} output={output} />}
    </div>
  )
}

interface FilterProps {
  readonly column: string
  readonly levels: readonly string[]
  readonly where: Readonly<Record<string, string>>
  onChange(where: Readonly<Record<string, string>>): void
}

function Filter({ column, levels, where, onChange }: FilterProps): React.JSX.Element {
  const change = (value: string): void => {
    const { [column]: _, ...rest } = where
    onChange(value === '' ? rest : { ...rest, [column]: value })
  }
  return (
    <label>
      {column}{' '}
      <select value={where[column] ?? ''} onChange={(event) => change(event.target.value)}>
        <option value="">all</option>
        {levels.map((level) => (
          <option key={level}>{level}</option>
        ))}
      </select>
    </label>
  )
}

function Lines({ table, output }: { table: ReleaseTable; output: string }): React.JSX.Element {
  const isNumber = table.columns.map(
    (_, c) => table.rows.length > 0 && table.rows.every((row) => /^-?[\d.]+$/.test(row[c])),
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={output}>
      <table className="list-table">
        <thead>
          <tr>
            {table.columns.map((column, c) => (
              <th key={column} scope="col" className={isNumber[c] ? 'right-text' : ''}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file have no other name
            <tr key={i}>
              {row.map((value, c) => (
                <td key={table.columns[c]} className={isNumber[c] ? 'right-text' : ''}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
