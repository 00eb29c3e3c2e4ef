/** What was open was taken out of the folder. */
import { noteOpened } from '../opened.ts'
import type { View } from '../routes.ts'
import { EmptyState } from './empty-state.tsx'

export function Gone({ view, path }: { view: View; path: string }): React.JSX.Element {
  return (
    <EmptyState
      title={`${path} is not in the folder any more.`}
      hint="It was removed or renamed outside the studio. If it comes back under this name, it is shown again."
      steps={[{ words: 'Close it', onPress: () => noteOpened(view, null) }]}
    />
  )
}
