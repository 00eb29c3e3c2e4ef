/** What a figure costs: the budget on the left, what a reader would get in the middle, how to get more on the right. */

import { Button } from 'react-aria-components'
import { create, useStore } from 'zustand'
import { groupsFromFile, planFromFile } from '../make.ts'
import { noteOpened } from '../opened.ts'
import { EmptyState, Waiting } from '../parts/empty-state.tsx'
import { number } from '../parts/format.ts'
import { ScrollMain } from '../parts/scroll-main.tsx'
import { GroupBudget } from '../plan-groups/group-budget.tsx'
import { GroupPlan, GroupRun } from '../plan-groups/group-plan.tsx'
import {
  closeGroupPlan,
  openGroupPlan,
  putGroupPlanBack,
  readGroupPlanAgain,
  useGroupPlan,
} from '../plan-groups/store.ts'
import { StartRun } from '../runs/start-run.tsx'
import { BudgetChart } from './budget-chart.tsx'
import { BudgetPanel } from './budget-panel.tsx'
import type { ComparedPlan } from './compare.ts'
import { ComparePanel } from './compare-panel.tsx'
import { FigurePanel } from './figure-panel.tsx'
import { type ChosenPlan, PlanChoice } from './plan-choice.tsx'
import { PlanComparison } from './plan-comparison.tsx'
import { PlanGrid } from './plan-grid.tsx'
import { PlanOutside } from './plan-outside.tsx'
import type { PlanAnswer } from './plan-types.ts'
import { headlineCell, marginOf, people } from './plan-words.ts'
import {
  closePlan,
  openPlan,
  planStore,
  putPlanBack,
  readPlanAgain,
  useAnswer,
  useIsSaved,
  usePlan,
  useSettings,
  useShown,
  useTableSettings,
} from './store.ts'
import { TableSwitch } from './table-switch.tsx'

/** Which plan is open, of which kind. */
const useChosen = create<{ readonly chosen: ChosenPlan | null }>()(() => ({ chosen: null }))

function choose(chosen: ChosenPlan): void {
  useChosen.setState({ chosen })
  noteOpened('plan', chosen.path)
  void (chosen.kind === 'groups' ? openGroupPlan : openPlan)(chosen.path)
}

/** Closes the plan of a spec that is gone. */
function forget(): void {
  closePlan()
  closeGroupPlan()
  useChosen.setState({ chosen: null })
  noteOpened('plan', null)
}

function Outside({ isGroups }: { isGroups: boolean }): React.JSX.Element | null {
  const [topdown, groups] = [usePlan(), useGroupPlan()]
  const { path, outside } = isGroups ? groups : topdown
  const actions = isGroups
    ? { readAgain: readGroupPlanAgain, putBack: putGroupPlanBack }
    : { readAgain: readPlanAgain, putBack: putPlanBack }
  return <PlanOutside {...{ path, outside, ...actions }} onClose={forget} />
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
      <ScrollMain>
        <Outside isGroups={isGroups} />
        {isGroups ? <GroupPlan /> : <TopdownPlan />}
      </ScrollMain>
      <aside className="right" aria-label="How to get more">
        {isGroups ? <GroupRun /> : <TopdownRun />}
      </aside>
    </>
  )
}

function TopdownBudget(): React.JSX.Element | null {
  const answer = useAnswer()
  const settings = useTableSettings()
  return answer === null || settings === null ? null : <BudgetPanel answer={answer} settings={settings} />
}

function TopdownRun(): React.JSX.Element | null {
  const { spec, answer: answers } = usePlan()
  const answer = useAnswer()
  const settings = useTableSettings()
  const isSaved = useIsSaved()
  if (answers === null || answer === null || settings === null || spec === null) return null
  const { people, units } = answers
  const cost = units === null ? people.words : `${people.words}, and ${units.words} of the units`
  return (
    <>
      <FigurePanel answer={answer} settings={settings} />
      <ComparePanel
        store={planStore}
        capability="topdown"
        cost={(other) => other[answer.table]?.words ?? 'it has no units'}
      />
      <StartRun
        spec={spec.path}
        capability="topdown"
        follows
        cost={cost}
        blocked={isSaved ? undefined : 'save the plan first: what runs is the file'}
      />
    </>
  )
}

function TopdownPlan(): React.JSX.Element {
  const { fault, kept, path } = usePlan()
  const { table } = useShown()
  const answer = useAnswer()
  const settings = useTableSettings()
  const other = kept?.answer[table] ?? null
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
          {kept !== null && other !== null && (
            <PlanComparison plan={compared(answer)} name={kept.name} other={compared(other)} />
          )}
          <BudgetChart answer={answer} />
        </>
      ) : (
        fault === null &&
        (path !== null ? (
          <Waiting words="Reading which places there are…" />
        ) : (
          <EmptyState
            title="Choose a plan to see what its figures would cost, or begin one from a file."
            hint="Nothing is drawn and nothing is spent while you look: errors follow from the plan alone."
            steps={[
              { words: 'Plan a private release', onPress: planFromFile },
              { words: 'Count groups by size', onPress: groupsFromFile },
            ]}
          />
        ))
      )}
    </>
  )
}

const compared = ({ words, figures, cells, levels }: PlanAnswer): ComparedPlan => ({
  whole: [
    ['privacy loss', words],
    ['figures', number(figures)],
  ],
  figures: cells.map((cell) => ({ level: levels[cell.level].name, query: cell.query, margin: marginOf(cell) })),
})

function PlanHead(): React.JSX.Element | null {
  const answer = useAnswer()
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
              {people(marginOf(cell)).replace('± ', '')} {answer.counted}
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
