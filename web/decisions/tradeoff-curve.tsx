/** What privacy costs a decision at every epsilon: a curve with the budget of the spec on it. */
import { PlainValues } from '../parts/plain-values.tsx'
import { fractionOf } from './decision-plan.ts'

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 200, 60, 26]

export interface CurvePoint {
  readonly epsilon: string
  readonly value: number
}

interface Props {
  readonly points: readonly CurvePoint[]
  /** The epsilon of the spec, as the plan writes it. */
  readonly now: string
  /** What is drawn, as the head of a column: "the loss is at most". */
  readonly what: string
  readonly caption: string
}

export const round = (value: number): string => Number(value.toPrecision(3)).toLocaleString('en')

export function TradeoffCurve({ points, now, what, caption }: Props): React.JSX.Element {
  const epsilons = points.map(({ epsilon }) => fractionOf(epsilon))
  const [first, last] = [epsilons[0], epsilons[epsilons.length - 1]]
  const most = Math.max(...points.map(({ value }) => value))
  const x = (epsilon: number): number =>
    LEFT + ((WIDTH - LEFT - 14) * Math.log(epsilon / first)) / Math.log(last / first)
  const y = (value: number): number => 10 + ((HEIGHT - BOTTOM - 10) * (most - value)) / most
  const here = points.findIndex(({ epsilon }) => epsilon === now)
  const inRange = [0.01, 0.1, 1, 10, 100].filter((epsilon) => epsilon >= first && epsilon <= last)
  return (
    <figure className="shift-curve">
      <figcaption>{caption}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="loss-chart"
        role="img"
        aria-label={`At epsilon ${epsilons[here]} ${what} ${round(points[here].value)}`}
      >
        {[0, most / 2, most].map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={WIDTH - 8} y1={y(value)} y2={y(value)} className="axis" />
            <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {round(value)}
            </text>
          </g>
        ))}
        {inRange.map((epsilon) => (
          <text key={epsilon} x={x(epsilon)} y={HEIGHT - 6} textAnchor={epsilon === last ? 'end' : 'middle'}>
            ε {epsilon}
          </text>
        ))}
        <path
          d={points.map(({ value }, i) => `${i === 0 ? 'M' : 'L'}${x(epsilons[i])} ${y(value)}`).join('')}
          className="curve"
        />
        <circle cx={x(epsilons[here])} cy={y(points[here].value)} r="5" className="safe" />
      </svg>
      <PlainValues
        caption={caption}
        columns={['epsilon', what]}
        rows={points.map(({ value }, i) => [String(Number(epsilons[i].toPrecision(3))), round(value)])}
      />
    </figure>
  )
}
