/** What a figure costs: the budget on the left, what a reader would get in the middle, how to get more on the right. */

import { useEffect } from 'react'
import { Button } from 'react-aria-components'
import { useStore } from 'zustand'
import { number } from '../parts/format.ts'
import { ScrollMain } from '../parts/scroll-main.tsx'
import { SpecChoice } from '../runs/spec-choice.tsx'
import { StartRun } from '../runs/start-run.tsx'
import { BudgetChart } from './budget-chart.tsx'
import { BudgetPanel } from './budget-panel.tsx'
import { FigurePanel } from './figure-panel.tsx'
import { PlanComparison } from './plan-comparison.tsx'
import { PlanGrid } from './plan-grid.tsx'
import { headlineCell, marginOf, people } from './plan-words.ts'
import { openPlan, predict, usePlan, useSettings } from './store.ts'

const choose = (path: string): void => void openPlan(path)

export function PlanView(): React.JSX.Element {
  const { path, spec, answer, fault, saved, kept } = usePlan()
  const settings = useSettings((state) => state.settings)
  useEffect(() => {
    if (settings !== null) void predict(settings)
  }, [settings])
  return (
    <>
      <aside className="left" aria-label="The budget">
        <SpecChoice capability="topdown" chosen={path} onChoose={choose} />
        {answer !== null && settings !== null && <BudgetPanel answer={answer} settings={settings} />}
      </aside>
      <ScrollMain>
        {fault !== null && (
          <p className="fault" role="alert">
            {fault}
          </p>
        )}
        {answer !== null && settings !== null ? (
          <>
            <PlanHead />
            <PlanGrid answer={answer} settings={settings} />
            {kept !== null && <PlanComparison answer={answer} other={kept} />}
            <BudgetChart answer={answer} />
          </>
        ) : (
          fault === null && (
            <div className="empty-view">
              <h1>Choose a plan to see what its figures would cost.</h1>
              <p className="hint">
                Nothing is drawn and nothing is spent while you look: errors follow from the plan alone.
              </p>
            </div>
          )
        )}
      </ScrollMain>
      <aside className="right" aria-label="How to get more">
        {answer !== null && settings !== null && spec !== null && (
          <>
            <FigurePanel answer={answer} settings={settings} />
            <StartRun
              spec={spec.path}
              capability="topdown"
              cost={answer.words}
              blocked={saved === settings ? undefined : 'save the plan first: what runs is the file'}
            />
          </>
        )}
      </aside>
    </>
  )
}

function PlanHead(): React.JSX.Element | null {
  const answer = usePlan((state) => state.answer)
  const past = useStore(useSettings.temporal, (state) => state.pastStates.length)
  if (answer === null) return null
  const cell = headlineCell(answer)
  return (
    <div className="verdict">
      <h1 aria-live="polite">
        {cell !== undefined && (
          <>
            A {answer.levels.at(-1)?.name}'s {cell.query} will be right to within{' '}
            <span className="accent-text">{people(marginOf(cell)).replace('± ', '')} people</span>, 19 times out of 20.
          </>
        )}
      </h1>
      <dl>
        <div>
          <dt>Figures</dt>
          <dd>{number(answer.figures)}</dd>
        </div>
        <div>
          <dt>Predicted in</dt>
          <dd data-figure="milliseconds">{Math.max(1, Math.round(answer.milliseconds))} ms</dd>
        </div>
      </dl>
      <Button className="act-small" isDisabled={past === 0} onPress={() => useSettings.temporal.getState().undo()}>
        Undo
      </Button>
    </div>
  )
}
