/** The whole privacy loss on a slider that stops at round numbers. */

/** About a seventh apart. */
const STOPS = [0.01, 0.1, 1, 10].flatMap((decade) =>
  [1, 1.2, 1.5, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9].map((digits) => Number((digits * decade).toPrecision(2))),
)

/** The stop that is nearest in ratio. */
function nearestStop(value: number): number {
  const distance = (stop: number): number => Math.abs(Math.log(stop / Math.max(value, 1e-9)))
  return STOPS.reduce((best, stop, i) => (distance(stop) < distance(STOPS[best]) ? i : best), 0)
}

/** "1/2" and "0.5" as a number. */
export function numberOf(text: string): number {
  const [above, below] = text.split('/').map(Number)
  return below === undefined ? above : above / below
}

interface Props {
  /** Epsilon or rho, as the spec has it. */
  readonly total: string
  readonly given: 'epsilon' | 'rho'
  onChange(total: string): void
}

export function LossSlider({ total, given, onChange }: Props): React.JSX.Element {
  return (
    <div className="loss">
      <input
        type="range"
        min={0}
        max={STOPS.length - 1}
        value={nearestStop(numberOf(total))}
        aria-label="Privacy loss"
        aria-valuetext={`${given} ${total}`}
        onChange={(event) => onChange(String(STOPS[event.target.valueAsNumber]))}
      />
      <output className="loss-figure">{total}</output>
    </div>
  )
}
