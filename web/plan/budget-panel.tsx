/** The whole budget, what it means for a person, what is public, and saving. */
import { LossSlider } from './loss-slider.tsx'
import type { PlanAnswer, Settings } from './plan-types.ts'
import { oddsWords } from './plan-words.ts'
import { PublicFacts } from './public-facts.tsx'
import { SavePlan } from './save-plan.tsx'
import { changeSettings, savePlan, useIsSaved, usePlan } from './store.ts'

export function BudgetPanel({ answer, settings }: { answer: PlanAnswer; settings: Settings }): React.JSX.Element {
  const { spec, outside } = usePlan()
  const isSaved = useIsSaved()
  const change = (total: string): void => changeSettings({ ...settings, total })
  const { kind, given } = answer
  return (
    <>
      <section>
        <h2>Privacy loss{answer.table === 'units' && ' of the units'}</h2>
        <LossSlider total={settings.total} given={given} onChange={change} />
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
          <span>A {answer.table === 'people' ? 'person' : 'unit'}'s presence can change the odds of any output by</span>
          <b>{oddsWords(answer.epsilon)}</b>
        </div>
      </section>
      {spec !== null && <PublicFacts state={spec} />}
      <SavePlan path={spec?.path ?? ''} isSaved={isSaved} outside={outside} onSave={() => void savePlan()} />
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
