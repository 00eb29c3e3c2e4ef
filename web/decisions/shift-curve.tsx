/** What privacy costs a decision: by how much every private side is tightened, for each epsilon. */

import { smallerShift } from '../../src/decisions/sides/shift.ts'
import { parseRational, toNumber } from '../../src/exact/index.ts'
import { PlainValues } from '../parts/plain-values.tsx'

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 220, 60, 26]
const EPSILONS = Array.from({ length: 41 }, (_, i) => Number((0.1 * 100 ** (i / 40)).toPrecision(3)))

interface Props {
  readonly sensitivity: string
  readonly epsilon: number
  readonly delta: string
}

export function ShiftCurve({ sensitivity, epsilon, delta }: Props): React.JSX.Element {
  const shiftAt = (value: number): number =>
    toNumber(smallerShift(parseRational(sensitivity), parseRational(String(value)), parseRational(delta)))
  const points = EPSILONS.map((value) => [value, shiftAt(value)] as const)
  const most = points[0][1]
  const x = (value: number): number => LEFT + ((WIDTH - LEFT - 14) * Math.log(value / 0.1)) / Math.log(100)
  const y = (shift: number): number => 10 + ((HEIGHT - BOTTOM - 10) * (most - shift)) / most
  const here = shiftAt(epsilon)
  const round = (value: number): string => Number(value.toPrecision(3)).toLocaleString('en')
  return (
    <figure className="shift-curve">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="loss-chart"
        role="img"
        aria-label={`At epsilon ${epsilon} every private side is tightened by ${round(here)}`}
      >
        {[0, most / 2, most].map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={WIDTH - 8} y1={y(value)} y2={y(value)} className="axis" />
            <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {round(value)}
            </text>
          </g>
        ))}
        {[0.1, 1, 10].map((value) => (
          <text key={value} x={x(value)} y={HEIGHT - 6} textAnchor={value === 10 ? 'end' : 'middle'}>
            ε {value}
          </text>
        ))}
        <path
          d={points.map(([value, shift], i) => `${i === 0 ? 'M' : 'L'}${x(value)} ${y(shift)}`).join('')}
          className="curve"
        />
        <circle cx={x(Math.min(10, Math.max(0.1, epsilon)))} cy={y(Math.min(most, here))} r="5" className="safe" />
      </svg>
      <PlainValues
        caption="Epsilon and by how much every private side is tightened"
        columns={['epsilon', 'tightened by']}
        rows={points.filter((_, i) => i % 2 === 0).map(([value, shift]) => [String(value), round(shift)])}
      />
      <figcaption className="hint">By how much every private side is tightened, at δ = {delta}.</figcaption>
    </figure>
  )
}
