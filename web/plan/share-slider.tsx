/** A share of the budget on a slider, in whole percents. */
import { percentOf, percentText } from './shares.ts'

interface Props {
  readonly label: string
  /** Exact, as the spec has it. */
  readonly share: string
  readonly least?: number
  onChange(percent: number): void
}

export function ShareSlider({ label, share, least = 0, onChange }: Props): React.JSX.Element {
  return (
    <span className="share">
      <input
        type="range"
        min={least}
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
