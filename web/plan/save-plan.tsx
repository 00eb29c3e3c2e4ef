/** Saving what was moved into the spec. */
import { Button } from 'react-aria-components'

interface Props {
  readonly path: string
  readonly isSaved: boolean
  /** Why it cannot be saved as it is. */
  readonly refused?: string | null
  /** What somebody else did to the file. */
  readonly outside: 'changed' | 'removed' | null
  onSave(): void
}

export function SavePlan({ path, isSaved, refused = null, outside, onSave }: Props): React.JSX.Element {
  return (
    <section>
      <h2>Save</h2>
      <Button
        className="act-small primary"
        isDisabled={isSaved || refused !== null || outside !== null}
        onPress={onSave}
      >
        Save into {path}
      </Button>
      <p className="hint" role="status">
        {outside !== null ? `the file was ${outside} outside` : isSaved ? 'saved' : 'changed; the file is as it was'}
      </p>
    </section>
  )
}
