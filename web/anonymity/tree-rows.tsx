/** A tree as lines: a value, then the groups it lies in, typed or chosen. */
import { useId } from 'react'
import { Button } from 'react-aria-components'

interface Props {
  readonly rows: readonly (readonly string[])[]
  onChange(rows: readonly (readonly string[])[]): void
}

export function TreeRows({ rows, onChange }: Props): React.JSX.Element {
  const id = useId()
  const depth = rows[0]?.length ?? 1
  const levels = Array.from({ length: depth - 1 }, (_, level) => level + 1)
  const set = (row: number, level: number, text: string): void =>
    onChange(rows.map((one, r) => (r === row ? one.with(level, text) : one)))
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <section className="tree-rows" tabIndex={0} aria-label="Values and their groups">
        <table className="list-table dense">
          <thead>
            <tr>
              <th scope="col">value</th>
              {levels.map((level) => (
                <th key={level} scope="col">
                  level {level}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, r) => (
              <tr key={row[0]}>
                <th scope="row">{row[0]}</th>
                {levels.map((level) => (
                  <td key={level}>
                    <input
                      aria-label={`Level ${level} of ${row[0]}`}
                      list={`${id}-${level}`}
                      value={row[level] ?? ''}
                      onChange={(event) => set(r, level, event.target.value)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {levels.map((level) => (
        <datalist key={level} id={`${id}-${level}`}>
          {[...new Set(rows.map((row) => row[level] ?? ''))]
            .filter((text) => text !== '')
            .map((text) => (
              <option key={text} value={text} />
            ))}
        </datalist>
      ))}
      <div className="button-row">
        <Button className="act-small" onPress={() => onChange(rows.map((row) => [...row, '']))}>
          Add a level
        </Button>
        <Button
          className="act-small"
          isDisabled={depth <= 2}
          onPress={() => onChange(rows.map((row) => row.slice(0, -1)))}
        >
          Take the last away
        </Button>
      </div>
    </>
  )
}
