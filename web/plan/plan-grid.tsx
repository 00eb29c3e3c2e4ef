/** Levels as rows, queries as columns: the share of each, and the error that follows; the darker, the larger. */
import { number } from '../parts/format.ts'
import type { PlanAnswer, PlanCell, Settings } from './plan-types.ts'
import { marginOf, people } from './plan-words.ts'
import { percentOf, percentText, withPercent } from './shares.ts'
import { usePlan, useSettings } from './store.ts'

export function PlanGrid({ answer, settings }: { answer: PlanAnswer; settings: Settings }): React.JSX.Element {
  const { levels, queries, cells } = answer
  const finite = cells.map(marginOf).filter(Number.isFinite)
  const most = Math.max(1, ...finite)
  const set = (next: Partial<Settings>): void => useSettings.setState({ settings: { ...settings, ...next } })
  return (
    <div className="table-scroll">
      <table className="error-grid plan-grid">
        <thead>
          <tr>
            <th scope="col">level</th>
            <th scope="col">share of the budget</th>
            {queries.map((query, q) => (
              <th key={query} scope="col" className="right-text">
                {query}
                {settings.queries !== null && (
                  <Share
                    label={`Share of ${query}`}
                    share={settings.queries[q]}
                    onChange={(percent) => set({ queries: withPercent(settings.queries!, q, percent) })}
                  />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {levels.map(({ name, size }, level) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <small>
                  {number(size)} {size === 1 ? 'place' : 'places'}
                </small>
              </th>
              <td className="share-cell">
                <Share
                  label={`Share of ${name}`}
                  share={settings.levels[level]}
                  onChange={(percent) => set({ levels: withPercent(settings.levels, level, percent) })}
                />
              </td>
              {queries.map((query) => (
                <FigureCell
                  key={query}
                  cell={cells.find((one) => one.level === level && one.query === query)!}
                  most={most}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {answer.remarks.map((remark) => (
        <p key={remark} className="hint">
          {remark}
        </p>
      ))}
    </div>
  )
}

function Share({
  label,
  share,
  onChange,
}: {
  label: string
  share: string
  onChange(percent: number): void
}): React.JSX.Element {
  return (
    <span className="share">
      <input
        type="range"
        min={0}
        max={100}
        value={Math.round(percentOf(share))}
        aria-label={label}
        aria-valuetext={`${percentText(share)} percent`}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <output>{percentText(share)} %</output>
    </span>
  )
}

function FigureCell({ cell, most }: { cell: PlanCell; most: number }): React.JSX.Element {
  const selected = usePlan((state) => state.selected)
  const isSelected = selected?.level === cell.level && selected.query === cell.query
  const margin = marginOf(cell)
  const heat = Number.isFinite(margin) ? Math.round((60 * margin) / most) : 60
  return (
    <td
      className={margin === 0 ? 'right-text warn exact-cell' : 'right-text'}
      style={{ '--heat': `${heat}%` } as React.CSSProperties}
    >
      <button
        type="button"
        className="figure"
        aria-pressed={isSelected}
        onClick={() => usePlan.setState({ selected: { level: cell.level, query: cell.query } })}
      >
        {people(margin)}
        <small>
          {margin === 0
            ? 'public'
            : cell.noise === null
              ? 'not measured here'
              : `s.e. ${Number(cell.standardError.toPrecision(4))}`}
        </small>
      </button>
    </td>
  )
}
