import { Button, ToggleButton } from 'react-aria-components'
import { Exposed, Known } from '../parts/icons.tsx'
import { auditDesign, redo, undo, useDesign, useHistory, useResult } from './store.ts'

export function Legend({ plain, onPlain }: { plain: boolean; onPlain(plain: boolean): void }): React.JSX.Element {
  const { past, future } = useHistory()
  const other = useResult((state) => state.other)
  const keep = (): void => {
    const { table } = useResult.getState()
    const { design } = useDesign.getState()
    if (table === null) return
    useResult.setState({ other: design, second: null })
    void auditDesign('second', table, design)
  }
  return (
    <div className="legend">
      <span className="danger">
        <Exposed /> small and known
      </span>
      <span className="warn">
        <Known /> known
      </span>
      <span>4–40 possible range</span>
      <span className="legend-keys">
        <kbd>↑</kbd>
        <kbd>↓</kbd> move · <kbd>n</kbd> next exposed · <kbd>u</kbd> undo
      </span>
      <span className="button-row">
        <Button className="act-small" onPress={undo} isDisabled={past === 0}>
          Undo
        </Button>
        <Button className="act-small" onPress={redo} isDisabled={future === 0}>
          Redo
        </Button>
        <Button className="act-small" onPress={keep} isDisabled={other !== null}>
          Keep to compare
        </Button>
        <ToggleButton className="act-small" isSelected={plain} onChange={onPlain}>
          Plain table
        </ToggleButton>
      </span>
    </div>
  )
}
