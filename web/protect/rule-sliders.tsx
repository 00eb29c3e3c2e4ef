/** The two rules that are moved by hand, and what withholding a cell costs. The others of the spec stay as they are. */
import { tryOut } from './protect-store.ts'
import type { SensitivityRule, Trial } from './protect-types.ts'

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly unit: string
  readonly off: string
  onChange(value: number): void
}

/** Below its least there is no such rule. */
function RuleSlider({ label, value, least, most, unit, off, onChange }: SliderProps): React.JSX.Element {
  const words = value < least ? off : `${value}${unit}`
  return (
    <div className="field">
      <span>{label}</span>
      <span className="share">
        <input
          type="range"
          min={least - 1}
          max={Math.max(most, value)}
          value={value}
          aria-label={label}
          aria-valuetext={words}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
        <output>{words}</output>
      </span>
    </div>
  )
}

/** The rule put in the place of the one of its kind, or taken out. */
function withRule(
  rules: readonly SensitivityRule[],
  kind: SensitivityRule['kind'],
  rule: SensitivityRule | undefined,
): readonly SensitivityRule[] {
  const at = rules.findIndex((one) => one.kind === kind)
  const others = rules.filter((_, i) => i !== at)
  if (rule === undefined) return others
  return at < 0 ? [...others, rule] : rules.with(at, rule)
}

export function RuleSliders({ trial, knowsLargest }: { trial: Trial; knowsLargest: boolean }): React.JSX.Element {
  const { rules, cost } = trial
  const count = rules.find((rule) => rule.kind === 'count')
  const p = rules.find((rule) => rule.kind === 'p')
  const set = (kind: SensitivityRule['kind'], rule: SensitivityRule | undefined): void =>
    void tryOut({ ...trial, rules: withRule(rules, kind, rule) })
  return (
    <section>
      <h2>Rules</h2>
      <RuleSlider
        label="Least contributors"
        value={count?.least ?? 1}
        least={2}
        most={10}
        unit=""
        off="off"
        onChange={(least) => set('count', least < 2 ? undefined : { kind: 'count', least })}
      />
      {knowsLargest && (
        <RuleSlider
          label="p % rule"
          value={p?.percent ?? 0}
          least={1}
          most={50}
          unit=" %"
          off="off"
          onChange={(percent) =>
            set('p', percent < 1 ? undefined : { kind: 'p', percent, coalition: p?.coalition ?? 1 })
          }
        />
      )}
      <label className="field">
        <span>Cost of a cell</span>
        <select value={cost} onChange={(event) => void tryOut({ ...trial, cost: event.target.value as Trial['cost'] })}>
          <option value="log">logarithm of its value</option>
          <option value="value">its value</option>
          <option value="count">1</option>
        </select>
      </label>
      <p className="hint">Tried here on the table; the spec stays as it is. What you settle on, write into it.</p>
    </section>
  )
}
