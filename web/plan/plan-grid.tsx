/** Levels as rows, queries as columns: the share of each, and the error that follows; the darker, the larger. */
import { number } from '../parts/format.ts'
import type { PlanAnswer, PlanCell, Settings } from './plan-types.ts'
import { marginOf, people } from './plan-words.ts'
import { ShareSlider } from './share-slider.tsx'
import { withPercent } from './shares.ts'
import { changeSettings, useShown } from './store.ts'

const NOT_MEASURED = 'the figure follows from other queries and levels'

export function PlanGrid({ answer, settings }: { answer: PlanAnswer; settings: Settings }): React.JSX.Element {
  const { levels, queries, cells } = answer
  const finite = cells.map(marginOf).filter(Number.isFinite)
  const most = Math.max(1, ...finite)
  const set = (next: Partial<Settings>): void => changeSettings({ ...settings, ...next })
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
                  <ShareSlider
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
                <ShareSlider
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
      {cells.some((one) => one.noise === null && one.standardError !== 0) && (
        <p className="hint">not measured: {NOT_MEASURED}.</p>
      )}
      {answer.remarks.map((remark) => (
        <p key={remark} className="hint">
          {remark}
        </p>
      ))}
    </div>
  )
}

function FigureCell({ cell, most }: { cell: PlanCell; most: number }): React.JSX.Element {
  const selected = useShown((state) => state.selected)
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
        onClick={() => useShown.setState({ selected: { level: cell.level, query: cell.query } })}
      >
        {people(margin)}
        <small title={cell.noise === null && margin > 0 ? NOT_MEASURED : undefined}>
          {margin === 0
            ? 'public'
            : cell.noise === null
              ? 'not measured'
              : `s.e. ${Number(cell.standardError.toPrecision(4))}`}
        </small>
      </button>
    </td>
  )
}
