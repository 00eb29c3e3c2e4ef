/** A view without anything to show: what it would show, and what to do so that it does. */
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'

export interface NextStep {
  readonly words: string
  onPress(): void
}

interface Props {
  readonly title: string
  /** What the view shows, in a sentence. */
  readonly hint: string
  /** The first is the one that mostly helps. */
  readonly steps: readonly NextStep[]
  readonly children?: ReactNode
}

export function EmptyState({ title, hint, steps, children }: Props): React.JSX.Element {
  return (
    <div className="empty-view" data-empty>
      <h1>{title}</h1>
      <p className="hint">{hint}</p>
      <div className="empty-steps">
        {steps.map(({ words, onPress }, i) => (
          <Button key={words} className={i === 0 ? 'act-small primary' : 'act-small'} onPress={onPress}>
            {words}
          </Button>
        ))}
      </div>
      {children}
    </div>
  )
}

/** Something is on its way: what. */
export function Waiting({ words }: { words: string }): React.JSX.Element {
  return (
    <div className="empty-view" aria-busy="true">
      <h1>{words}</h1>
    </div>
  )
}
