/** No decision is open: what one is, and an example to begin with. */
import { useState } from 'react'
import type { SpecState } from '../answers.ts'
import { ask, wordsOf } from '../api.ts'
import { freeSpecName } from '../data/start-spec.ts'
import { noteOpened } from '../opened.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { loadProject } from '../project.ts'

const HINT =
  'A decision is the solution of an optimisation problem whose right-hand sides are private, such as how many beds two houses keep. No constraint is ever broken.'

export function NoDecision({ isWaiting }: { isWaiting: boolean }): React.JSX.Element {
  const [fault, setFault] = useState<string | null>(null)
  const write = async (): Promise<void> => {
    const { path } = await ask<SpecState>('start/decision', { path: freeSpecName('beds', 'example') })
    await loadProject()
    noteOpened('decisions', path)
  }
  if (isWaiting) return <EmptyState title="Reading the model…" hint={HINT} steps={[]} />
  return (
    <EmptyState
      title="Choose a spec with a decision, or begin with an example."
      hint={HINT}
      steps={[{ words: 'Write an example', onPress: () => void write().catch((error) => setFault(wordsOf(error))) }]}
    >
      {fault !== null && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </EmptyState>
  )
}
