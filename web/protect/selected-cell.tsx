/** The selected cell: why it is withheld, what a reader knows of it, what publishing it would take. */
import { Button } from 'react-aria-components'
import { askShowing, choose, useProtect } from './protect-store.ts'
import type { Pattern, Trial } from './protect-types.ts'
import { amountWords, cellWords, type Grid, readerWords, whyWords } from './protect-words.ts'

interface Props {
  readonly grid: Grid
  readonly pattern: Pattern
  readonly trial: Trial
}

export function SelectedCell({ grid, pattern, trial }: Props): React.JSX.Element {
  const cell = useProtect((state) => state.selected)
  if (cell === null)
    return (
      <section>
        <h2>Selected cell</h2>
        <p className="hint">
          Choose a cell to see why it is withheld, what a reader knows of it, and what publishing it takes.
        </p>
      </section>
    )
  const isWithheld = pattern.marks[cell] !== 0
  const isNamed = trial.keep.includes(cell) || trial.hide.includes(cell)
  return (
    <>
      <section data-cell={cellWords(grid, cell)}>
        <h2>Selected cell</h2>
        <p className={`big ${isWithheld ? 'danger' : ''}`}>{amountWords(grid.table.value[cell], grid.table)}</p>
        <p className="path">{cellWords(grid, cell)}</p>
      </section>
      <section>
        <h2>Why</h2>
        <p className="why">{whyWords(grid, pattern, trial.rules, cell)}</p>
      </section>
      <section>
        <h2>What a reader knows</h2>
        <p className="why">{readerWords(grid, pattern, cell)}</p>
      </section>
      <section>
        <h2>What if</h2>
        {pattern.marks[cell] === 2 && <Showing cell={cell} pattern={pattern} />}
        <div className="button-row">
          {pattern.marks[cell] === 2 && (
            <Button className="act-small" onPress={() => choose(cell, 'keep')}>
              Publish it
            </Button>
          )}
          {!isWithheld && (
            <Button className="act-small" onPress={() => choose(cell, 'hide')}>
              Withhold it
            </Button>
          )}
          {isNamed && (
            <Button className="act-small" onPress={() => choose(cell, 'rules')}>
              Leave it to the rules
            </Button>
          )}
        </div>
        {pattern.marks[cell] === 1 && !isNamed && (
          <p className="hint">A sensitive cell is published only with a recorded reason: see waive in the spec.</p>
        )}
      </section>
    </>
  )
}

function Showing({ cell, pattern }: { cell: number; pattern: Pattern }): React.JSX.Element {
  const showing = useProtect((state) => (state.showing?.cell === cell ? state.showing : null))
  if (showing === null)
    return (
      <Button className="act-small" onPress={() => void askShowing(cell)}>
        What would publishing it take?
      </Button>
    )
  const { without } = showing
  if (without === null) return <p className="hint">Looking for it…</p>
  if (typeof without === 'string') return <p className="why">It cannot be published: {without}</p>
  const more = without.secondary - pattern.secondary
  const times = pattern.cost === 0 ? 1 : without.cost / pattern.cost
  return (
    <p className="why" data-showing>
      Without it {without.secondary} cells protect others, {Math.abs(more)} {more < 0 ? 'fewer' : 'more'}, at{' '}
      {times.toFixed(2)} times the cost.
    </p>
  )
}
