/** Records before and after, side by side. With people the release has an order of its own, and its lines are not those beside them. */

import type { ReleaseTable } from '../../src/server/answers.ts'
import { ask } from '../api.ts'
import { isAt, useRound } from '../folder-changes.ts'
import { useLoaded } from '../parts/load.tsx'
import type { ReleaseAnswer } from '../releases/release-types.ts'

const SHOWN = 60

interface Props {
  readonly release: ReleaseAnswer
  /** The file that the spec names. */
  readonly source: string | undefined
}

export function BeforeAfter({ release, source }: Props): React.JSX.Element | null {
  const output = release.manifest.outputs.find(({ name }) => /^anonymized\.(csv|parquet)$/.test(name))?.name
  const round = useRound((changed) => isAt(source ?? null)(changed) || isAt(release.path)(changed))
  const before = useLoaded(
    () => (source === undefined ? Promise.resolve(null) : ask<ReleaseTable>('rows', { file: source, limit: SHOWN })),
    [source, round],
  )
  const after = useLoaded(
    () =>
      output === undefined
        ? Promise.resolve(null)
        : ask<ReleaseTable>('rows', { file: `${release.path}/${output}`, limit: SHOWN }),
    [release.path, output, round],
  )
  if (after.value === null) return null
  const isInOrder = release.manifest.result.order !== 'published'
  return (
    <div className="before-after">
      {before.value !== null && <Records title="Input (confidential)" table={before.value} other={null} />}
      <Records
        title={isInOrder ? 'Release' : 'Release, in an order of its own'}
        table={after.value}
        other={isInOrder ? before.value : null}
      />
    </div>
  )
}

function Records({
  title,
  table,
  other,
}: {
  title: string
  table: ReleaseTable
  other: ReleaseTable | null
}): React.JSX.Element {
  const columns = table.columns.filter((name) => name !== 'tacet_stamp')
  const differs = (row: number, name: string): boolean => {
    const there = other?.columns.indexOf(name) ?? -1
    return there >= 0 && other?.rows[row]?.[there] !== table.rows[row][table.columns.indexOf(name)]
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={title}>
      <h2>{title}</h2>
      <table className="list-table dense">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: records have no other name
            <tr key={i}>
              {columns.map((name) => (
                <td key={name} className={differs(i, name) ? 'changed' : ''}>
                  {row[table.columns.indexOf(name)]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
