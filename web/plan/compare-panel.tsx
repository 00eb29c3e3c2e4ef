/** What the open plan is compared with: itself as it is now, as it was saved, or another spec. */
import { Button } from 'react-aria-components'
import { useSpecsFor } from '../runs/specs-for.ts'
import type { PlannerOf, PlanStore } from './plan-store.ts'

interface Props<Places, Settings, Answer, Planner extends PlannerOf<Places, Settings>> {
  readonly store: PlanStore<Places, Settings, Answer, Planner>
  readonly capability: 'topdown' | 'groups'
  /** What the other plan costs, in words. */
  cost(answer: Answer): string
}

export function ComparePanel<Places, Settings, Answer, Planner extends PlannerOf<Places, Settings>>({
  store,
  capability,
  cost,
}: Props<Places, Settings, Answer, Planner>): React.JSX.Element {
  const { kept, spec } = store.usePlan()
  const isSaved = store.useIsSaved()
  const others = (useSpecsFor(capability) ?? []).filter((path) => path !== spec?.path)
  return (
    <section>
      <h2>Compare</h2>
      {kept === null ? (
        <>
          <Button className="act" onPress={store.keep}>
            <b>Keep this plan to compare</b>
            <span>its errors stay beside those of the next</span>
          </Button>
          {!isSaved && (
            <Button className="act" onPress={() => void store.compareWithSaved()}>
              <b>Compare with the plan as saved</b>
              <span>what the file has, beside what was moved</span>
            </Button>
          )}
          {others.map((path) => (
            <Button key={path} className="act" onPress={() => void store.compareWithSpec(path)}>
              <b>Compare with {path}</b>
              <span>another plan of this folder</span>
            </Button>
          ))}
        </>
      ) : (
        <>
          <Button className="act" onPress={store.stopComparing}>
            <b>Stop comparing</b>
            <span>
              {kept.name}: {cost(kept.answer)}
            </span>
          </Button>
          {kept.settings !== null && (
            <Button className="act" onPress={() => store.useSettings.setState({ settings: kept.settings })}>
              <b>Back to the other plan</b>
              <span>undo brings this one back</span>
            </Button>
          )}
        </>
      )}
    </section>
  )
}
