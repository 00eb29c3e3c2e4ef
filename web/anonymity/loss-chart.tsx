/** Loss falling while the search works. */
import { number } from '../parts/format.ts'
import { PlainValues } from '../parts/plain-values.tsx'

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 190, 56, 22]

export function LossChart({ points }: { points: readonly (readonly [number, number])[] }): React.JSX.Element {
  const last = points.at(-1)
  if (last === undefined) return <p className="hint">The curve begins with the first classes that are found.</p>
  const start = points[0][0]
  const seconds = Math.max(1, last[0] - start)
  const [low, high] = [Math.min(...points.map(([, loss]) => loss)), Math.max(...points.map(([, loss]) => loss))]
  const bottom = Math.max(0, low - (high - low || low * 0.1) * 0.15)
  const top = high + (high - bottom || 1) * 0.05
  const x = (at: number): number => LEFT + ((WIDTH - LEFT - 12) * (at - start)) / seconds
  const y = (loss: number): number => 8 + ((HEIGHT - BOTTOM - 8) * (top - loss)) / (top - bottom)
  const line = points
    .map(([at, loss], i) => `${i === 0 ? 'M' : 'H'}${x(at)}${i === 0 ? ` ${y(loss)}` : `V${y(loss)}`}`)
    .join('')
  const tick = (value: number): string => number(Number(value.toPrecision(4)))
  const rows = points.map(([at, loss]) => [(at - start).toFixed(1), tick(loss)])
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="loss-chart"
        role="img"
        aria-label={`Loss ${tick(points[0][1])} at first, ${tick(last[1])} now`}
      >
        {[top, (top + bottom) / 2, bottom].map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={WIDTH - 8} y1={y(value)} y2={y(value)} className="axis" />
            <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {tick(value)}
            </text>
          </g>
        ))}
        <path d={line} className="curve" />
        <circle cx={x(last[0])} cy={y(last[1])} r="4.5" className="safe" />
        <text x={LEFT} y={HEIGHT - 4}>
          first classes
        </text>
        <text x={WIDTH - 12} y={HEIGHT - 4} textAnchor="end">
          {seconds.toFixed(0)} s later
        </text>
      </svg>
      <PlainValues caption="Loss as the search went" columns={['seconds later', 'loss']} rows={rows} />
    </figure>
  )
}
