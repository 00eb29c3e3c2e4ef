/** Levels as a tree: the share of each, and the error that follows; the darker, the larger. */
import { number } from '../parts/format.ts'
import { marginOf, people } from '../plan/plan-words.ts'
import { ShareSlider } from '../plan/share-slider.tsx'
import { withPercent } from '../plan/shares.ts'
import type { GroupAnswer, GroupSettings } from './group-plan-types.ts'
import { change } from './store.ts'

/** Every level needs a share. */
const LEAST = 1

export function GroupGrid({ answer, settings }: { answer: GroupAnswer; settings: GroupSettings }): React.JSX.Element {
  const margins = answer.levels.map(({ predictedError }) => marginOf({ standardError: predictedError }))
  const most = Math.max(Number.MIN_VALUE, ...margins)
  return (
    <div className="table-scroll">
      <table className="error-grid plan-grid group-grid">
        <thead>
          <tr>
            <th scope="col">level</th>
            <th scope="col">share of the budget</th>
            <th scope="col" className="right-text">
              one {answer.mover} moves what is measured by
            </th>
            <th scope="col" className="right-text">
              a large count of groups of one size
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.levels.map(({ name, regions, sensitivity, predictedError }, level) => (
            <tr key={name} data-level={name}>
              <th scope="row">
                <span className="tree-level" style={{ '--depth': level } as React.CSSProperties}>
                  {name}
                  <small>
                    {number(regions)} {regions === 1 ? 'place' : 'places'}
                  </small>
                </span>
              </th>
              <td className="share-cell">
                <ShareSlider
                  label={`Share of ${name}`}
                  share={settings.levels[level]}
                  least={LEAST}
                  onChange={(percent) =>
                    change({ ...settings, levels: withPercent(settings.levels, level, percent, LEAST) })
                  }
                />
              </td>
              <td className="right-text plain-cell">{number(sensitivity)}</td>
              <td
                className={
                  predictedError === 0 ? 'right-text plain-cell warn exact-cell' : 'right-text plain-cell heat'
                }
                style={{ '--heat': `${Math.round((60 * margins[level]) / most)}%` } as React.CSSProperties}
                data-error={predictedError}
              >
                {people(margins[level])}
                <small>{predictedError === 0 ? 'exact' : `s.e. ${Number(predictedError.toPrecision(4))}`}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">
        The error to expect of a large count, on average over the places of a level. Small counts come out closer: no
        count is negative, and sizes help each other.
      </p>
    </div>
  )
}
