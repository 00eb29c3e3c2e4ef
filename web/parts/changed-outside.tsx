/** A file that was changed by somebody else while the person was changing it here: nothing is done until they say what. */
import { Button } from 'react-aria-components'

interface Props {
  readonly path: string
  readonly how?: 'changed' | 'removed'
  /** Left out where what was changed here does not fit the file any more. */
  onKeep?: (() => void) | undefined
  onRead(): void
}

export function ChangedOutside({ path, how = 'changed', onKeep, onRead }: Props): React.JSX.Element {
  const isThere = how === 'changed'
  return (
    <div className="changed-outside" role="alert" data-outside={how}>
      <p>
        {path} was {how} outside.{' '}
        {isThere ? 'What you changed here is not saved yet.' : 'What you see was read before.'}
      </p>
      <div className="button-row">
        {onKeep !== undefined && (
          <Button className="act-small primary" onPress={onKeep}>
            {isThere ? 'Keep my changes' : 'Put it back'}
          </Button>
        )}
        <Button className="act-small" onPress={onRead}>
          {isThere ? 'Discard mine, read it again' : 'Close it'}
        </Button>
      </div>
    </div>
  )
}
