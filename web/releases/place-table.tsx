/** Places by size: the count, how far off it may be, and both as a line on a common scale. */

import type { Place } from '../../src/server/answers.ts'
import { mayBeEmpty } from '../../src/topdown/may-be-empty.ts'
import { number } from '../parts/format.ts'
import type { PlacesAnswer } from './release-types.ts'
import { figureWords } from './release-words.ts'

interface Props {
  readonly answer: PlacesAnswer
  readonly chosen: string | null
  onChoose(region: string | null): void
}

/** The truth lies within so many standard errors 19 times out of 20. */
const NINETEEN_IN_TWENTY = 1.96

export const marginOf = ({ standardError }: Place): number =>
  standardError === null ? Number.NaN : NINETEEN_IN_TWENTY * standardError

export function PlaceTable({ answer, chosen, onChoose }: Props): React.JSX.Element {
  const { places, level, figure } = answer
  const most = 1.02 * Math.max(1, ...places.map((place) => place.count + (marginOf(place) || 0)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={`${figureWords(figure)} by ${level}`}>
      <table className="list-table place-table">
        <caption>{figureWords(figure)}: right to within ±, 19 times out of 20</caption>
        <thead>
          <tr>
            <th scope="col">{level}</th>
            <th scope="col" className="right-text">
              count
            </th>
            <th scope="col" className="right-text">
              ±
            </th>
            <th scope="col">range</th>
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <tr
              key={place.region}
              data-chosen={place.region === chosen || undefined}
              onMouseEnter={() => onChoose(place.region)}
              onMouseLeave={() => onChoose(null)}
            >
              <th scope="row">{place.region}</th>
              <td className="right-text">
                {number(place.count)}
                {figure.query === 'total' && mayBeEmpty(place.count, place.standardError) && (
                  <small className="may-be-empty">may be empty</small>
                )}
              </td>
              <td className="right-text">{marginText(place)}</td>
              <td className="range-cell">
                <Range place={place} most={most} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function marginText(place: Place): string {
  const margin = marginOf(place)
  if (Number.isNaN(margin)) return 'not stated'
  if (margin === 0) return 'exact'
  return margin < 10 ? margin.toFixed(1) : number(Math.round(margin))
}

function Range({ place, most }: { place: Place; most: number }): React.JSX.Element {
  const margin = marginOf(place) || 0
  const x = (value: number): number => (100 * Math.max(0, value)) / most
  const [from, to] = [x(place.count - margin), x(place.count + margin)]
  return (
    <svg className="range" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect x="0" y="4" width={x(place.count)} height="2" className="range-to" />
      <rect x={from} y="2" width={Math.max(0.6, to - from)} height="6" className="range-bar" />
      <rect x={Math.max(0, x(place.count) - 0.4)} y="0" width="0.8" height="10" className="range-dot" />
    </svg>
  )
}
