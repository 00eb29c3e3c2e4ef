/** The values of a chart as an ordinary table, for a screen reader, for copying and for print. */
interface Props {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export function PlainValues({ caption, columns, rows }: Props): React.JSX.Element {
  return (
    <details className="plain-values">
      <summary>As a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <section className="plain-values-scroll" tabIndex={0} aria-label={caption}>
        <table className="list-table dense">
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col" className="right-text">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.join(' ')}>
                {row.map((value, i) => (
                  <td key={columns[i]} className="right-text">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
