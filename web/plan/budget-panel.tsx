/** The whole budget, what it means for a person, what is public, and saving. */
import { Button } from 'react-aria-components'
import type { PlanAnswer, Settings } from './plan-types.ts'
import { oddsWords } from './plan-words.ts'
import { PublicFacts } from './public-facts.tsx'
import { savePlan, usePlan, useSettings } from './store.ts'

/** Where the slider stops: round numbers, about a seventh apart. */
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

export function BudgetPanel({ answer, settings }: { answer: PlanAnswer; settings: Settings }): React.JSX.Element {
  const { saved, spec } = usePlan()
  const change = (total: string): void => useSettings.setState({ settings: { ...settings, total } })
  const value = numberOf(settings.total)
  const { kind, given } = answer
  return (
    <>
      <section>
        <h2>Privacy loss</h2>
        <div className="loss">
          <input
            type="range"
            min={0}
            max={STOPS.length - 1}
            value={nearestStop(value)}
            aria-label="Privacy loss"
            aria-valuetext={`${given} ${settings.total}`}
            onChange={(event) => change(String(STOPS[event.target.valueAsNumber]))}
          />
          <output className="loss-figure">{settings.total}</output>
        </div>
        <div className="field">
          <span>Definition</span>
          <b>{kind === 'pure' ? 'pure ε' : given === 'rho' ? 'zCDP ρ' : 'ε at a δ'}</b>
        </div>
        {given === 'rho' && (
          <div className="field">
            <span>As ε at its δ</span>
            <b>{answer.epsilon.toFixed(2)}</b>
          </div>
        )}
        <div className="field">
          <span>A person's presence can change the odds of any output by</span>
          <b>{oddsWords(answer.epsilon)}</b>
        </div>
      </section>
      {spec !== null && <PublicFacts state={spec} />}
      <section>
        <h2>Save</h2>
        <Button className="act-small primary" isDisabled={saved === settings} onPress={() => void savePlan()}>
          Save into {spec?.path}
        </Button>
        <p className="hint" role="status">
          {saved === settings ? 'saved' : 'changed; the file is as it was'}
        </p>
      </section>
      <section>
        <h2>What is guaranteed</h2>
        {answer.statement.map((line) => (
          <p key={line} className="hint">
            {line}
          </p>
        ))}
      </section>
    </>
  )
}
