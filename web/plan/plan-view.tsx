/** What a figure costs: the budget on the left, what a reader would get in the middle, how to get more on the right. */

import { useEffect } from 'react'
import { Button } from 'react-aria-components'
import { create, useStore } from 'zustand'
import { groupsFromFile, planFromFile } from '../make.ts'
import { noteOpened } from '../opened.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { number } from '../parts/format.ts'
import { ScrollMain } from '../parts/scroll-main.tsx'
import { GroupBudget } from '../plan-groups/group-budget.tsx'
import { GroupPlan, GroupRun } from '../plan-groups/group-plan.tsx'
import { openGroupPlan } from '../plan-groups/store.ts'
import { StartRun } from '../runs/start-run.tsx'
import { BudgetChart } from './budget-chart.tsx'
import { BudgetPanel } from './budget-panel.tsx'
import { FigurePanel } from './figure-panel.tsx'
import { type ChosenPlan, PlanChoice } from './plan-choice.tsx'
import { PlanComparison } from './plan-comparison.tsx'
import { PlanGrid } from './plan-grid.tsx'
import type { Settings } from './plan-types.ts'
import { headlineCell, marginOf, people } from './plan-words.ts'
import { openPlan, predict, useIsSaved, usePlan, useSettings } from './store.ts'
import { TableSwitch } from './table-switch.tsx'

/** Which plan is open, of which kind. */
const useChosen = create<{ readonly chosen: ChosenPlan | null }>()(() => ({ chosen: null }))

function choose(chosen: ChosenPlan): void {
  useChosen.setState({ chosen })
  noteOpened('plan', chosen.path)
  void (chosen.kind === 'groups' ? openGroupPlan : openPlan)(chosen.path)
}

export function PlanView(): React.JSX.Element {
  const { chosen } = useChosen()
  const isGroups = chosen?.kind === 'groups'
  return (
    <>
      <aside className="left" aria-label="The budget">
        <PlanChoice chosen={chosen} onChoose={choose} />
        {isGroups ? <GroupBudget /> : <TopdownBudget />}
      </aside>
      <ScrollMain>{isGroups ? <GroupPlan /> : <TopdownPlan />}</ScrollMain>
      <aside className="right" aria-label="How to get more">
        {isGroups ? <GroupRun /> : <TopdownRun />}
      </aside>
    </>
  )
}

/** What was moved in the table that is shown. */
const useShown = (): Settings | null => {
  const table = usePlan((state) => state.table)
  return useSettings(({ settings }) => settings?.[table] ?? null)
}

function TopdownBudget(): React.JSX.Element | null {
  const answer = usePlan((state) => state.answer)
  const settings = useShown()
  return answer === null || settings === null ? null : <BudgetPanel answer={answer} settings={settings} />
}

function TopdownRun(): React.JSX.Element | null {
  const { spec, answer, answers } = usePlan()
  const settings = useShown()
  const isSaved = useIsSaved()
  if (answer === null || settings === null || spec === null) return null
  const cost =
    answers.units === null ? answer.words : `${answers.people?.words}, and ${answers.units.words} of the units`
  return (
    <>
      <FigurePanel answer={answer} settings={settings} />
      <StartRun
        spec={spec.path}
        capability="topdown"
        cost={cost}
        blocked={isSaved ? undefined : 'save the plan first: what runs is the file'}
      />
    </>
  )
}

function TopdownPlan(): React.JSX.Element {
  const { answer, fault, kept } = usePlan()
  const all = useSettings((state) => state.settings)
  const settings = useShown()
  useEffect(() => {
    if (all !== null) void predict(all)
  }, [all])
  return (
    <>
      {fault !== null && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      {answer !== null && settings !== null ? (
        <>
          <PlanHead />
          <TableSwitch />
          <PlanGrid answer={answer} settings={settings} />
          {kept !== null && <PlanComparison answer={answer} other={kept} />}
          <BudgetChart answer={answer} />
        </>
      ) : (
        fault === null && (
          <EmptyState
            title="Choose a plan to see what its figures would cost, or begin one from a file."
            hint="Nothing is drawn and nothing is spent while you look: errors follow from the plan alone."
            steps={[
              { words: 'Plan a private release', onPress: planFromFile },
              { words: 'Count groups by size', onPress: groupsFromFile },
            ]}
          />
        )
      )}
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
            <span className="accent-text">
              {people(marginOf(cell)).replace('± ', '')} {answer.table}
            </span>
            , 19 times out of 20.
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
