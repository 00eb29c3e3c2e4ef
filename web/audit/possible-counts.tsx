/** The counts that are possible, on a line: single dots, bars where they are next to each other, gaps where they are not. */

import { number } from '../parts/format.ts'
import type { CellAnswer } from './engine-types.ts'

const WIDTH = 260

export function PossibleCounts({
  cell,
  tone,
}: {
  cell: CellAnswer
  tone: 'danger' | 'warn' | 'accent'
}): React.JSX.Element {
  const { intervals, choices } = cell
  const least = intervals[0]?.[0] ?? 0
  const most = intervals.at(-1)?.[1] ?? 0
  const end = Math.max(10, Math.ceil(most * (choices === 1 ? 1.6 : 1.08)))
  const x = (count: number): number => 8 + ((WIDTH - 16) * count) / end
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} 44`} className={`possible ${tone}`} role="img" aria-label={valueWords(cell)}>
        <line x1={x(0)} x2={x(end)} y1="18" y2="18" className="axis" />
        {intervals.map(([from, to]) =>
          from === to ? (
            <circle key={from} cx={x(from)} cy="18" r={choices === 1 ? 6 : choices < 60 ? 3.5 : 2} />
          ) : (
            <rect key={from} x={x(from)} width={Math.max(2, x(to) - x(from))} y="15" height="6" rx="3" />
          ),
        )}
        <text x={x(0)} y="40">
          0
        </text>
        {least > 0.12 * end && least < 0.85 * end && (
          <text x={x(least)} y="40" textAnchor="middle">
            {number(least)}
          </text>
        )}
        <text x={x(end)} y="40" textAnchor="end">
          {number(end)}
        </text>
      </svg>
      <p className="values">{valueWords(cell)}</p>
    </>
  )
}

/** Lists this many values; more are told by their number. */
const LISTED = 12

export function valueWords({ intervals, choices, more }: CellAnswer): string {
  const parts = intervals
    .slice(0, LISTED)
    .map(([from, to]) => (from === to ? number(from) : `${number(from)}–${number(to)}`))
  const rest = more || intervals.length > LISTED ? ', …' : ''
  return `${parts.join(', ')}${rest}${choices > 1 ? ` (${number(choices)} possible)` : ''}`
}
