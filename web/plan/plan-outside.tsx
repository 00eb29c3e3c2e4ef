/** The notice over a plan whose spec was changed or removed outside while something was moved in it. */
import { ChangedOutside } from '../parts/changed-outside.tsx'
import type { PlanStore } from './plan-store.ts'

type Actions = Pick<PlanStore<never, never, never, never>, 'readAgain' | 'putBack'>

interface Props extends Actions {
  readonly path: string | null
  readonly outside: 'changed' | 'removed' | null
  /** To go on without a spec that is gone. */
  onClose(): void
}

export function PlanOutside({ path, outside, readAgain, putBack, onClose }: Props): React.JSX.Element | null {
  if (outside === null || path === null) return null
  const isThere = outside === 'changed'
  return (
    <ChangedOutside
      path={path}
      how={outside}
      onKeep={() => void (isThere ? readAgain('keep') : putBack())}
      onRead={() => (isThere ? void readAgain('discard') : onClose())}
    />
  )
}
