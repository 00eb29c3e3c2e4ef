/** What the open plan is compared with: itself as it is now, as it was saved, or another spec. */
import { Button } from 'react-aria-components'
import { useSpecsFor } from '../runs/specs-for.ts'
import {
  compareWithSaved,
  compareWithSpec,
  keepPlan,
  stopComparing,
  useIsSaved,
  usePlan,
  useSettings,
  useShown,
} from './store.ts'

export function ComparePanel(): React.JSX.Element {
  const { kept, spec } = usePlan()
  const { table } = useShown()
  const isSaved = useIsSaved()
  const others = (useSpecsFor('topdown') ?? []).filter((path) => path !== spec?.path)
  return (
    <section>
      <h2>Compare</h2>
      {kept === null ? (
        <>
          <Button className="act" onPress={keepPlan}>
            <b>Keep this plan to compare</b>
            <span>its errors stay beside those of the next</span>
          </Button>
          {!isSaved && (
            <Button className="act" onPress={() => void compareWithSaved()}>
              <b>Compare with the plan as saved</b>
              <span>what the file has, beside what was moved</span>
            </Button>
          )}
          {others.map((path) => (
            <Button key={path} className="act" onPress={() => void compareWithSpec(path)}>
              <b>Compare with {path}</b>
              <span>another plan of this folder</span>
            </Button>
          ))}
        </>
      ) : (
        <>
          <Button className="act" onPress={stopComparing}>
            <b>Stop comparing</b>
            <span>
              {kept.name}: {kept.answer[table]?.words ?? 'it has no units'}
            </span>
          </Button>
          {kept.settings !== null && (
            <Button className="act" onPress={() => useSettings.setState({ settings: kept.settings })}>
              <b>Back to the other plan</b>
              <span>undo brings this one back</span>
            </Button>
          )}
        </>
      )}
    </section>
  )
}
