/** The selected count: what it can be, why, and what a reader may know of it already. */
import { useEffect, useState } from 'react'
import { Button, Input, Label, TextField } from 'react-aria-components'
import { number } from '../parts/format.ts'
import type { CountedTable } from './bounds.ts'
import { applyingFacts, namedAt, namesAt } from './design.ts'
import type { AuditAnswer, CellAnswer, Slot } from './engine-types.ts'
import { EXPOSED, KNOWN } from './engine-types.ts'
import type { Place } from './grid-geometry.ts'
import { PossibleCounts } from './possible-counts.tsx'
import { addFact, askCell, type ShownTable, useResult } from './store.ts'
import { factWords, whyWords } from './words.ts'

interface Props {
  readonly table: CountedTable
  readonly shown: ShownTable
  readonly slot: Slot
}

export function CellPanel({ table, shown, slot }: Props): React.JSX.Element {
  const { answer, design, rows, columns } = shown
  const place = useResult((state) => state.selected)
  const cell = useCell(answer, place, slot)
  if (place === null || cell === null || place.row >= answer.rows || place.column >= answer.columns)
    return (
      <section>
        <h2>Selected count</h2>
        <p className="hint">
          Choose a cell to see every count that is possible there, and why. <kbd>n</kbd> goes to the next exposed one.
        </p>
      </section>
    )
  const k = place.row * answer.columns + place.column
  const mark = answer.marks[k]
  const facts = applyingFacts(table, design)
  const nameFact = (position: number): string => factWords(facts[position].fact)
  return (
    <>
      <section>
        <h2>Selected count</h2>
        <p className={`big ${mark === EXPOSED ? 'danger' : mark === KNOWN ? 'warn' : ''}`}>{countWords(answer, k)}</p>
        <p className="path">
          {namesAt(rows, place.row).join(' · ')}
          <br />
          {namesAt(columns, place.column).join(' · ')}
        </p>
      </section>
      <section>
        <h2>Possible counts</h2>
        <PossibleCounts cell={cell} tone={mark === EXPOSED ? 'danger' : mark === KNOWN ? 'warn' : 'accent'} />
      </section>
      <section>
        <h2>Why</h2>
        <p className="why">{whyWords(cell, design, nameFact)}</p>
      </section>
      {slot === 'first' && design.published !== 'counts' && (
        <FactForm
          key={`${place.row} ${place.column}`}
          row={namedAt(rows, place.row)}
          column={namedAt(columns, place.column)}
        />
      )}
    </>
  )
}

function useCell(answer: AuditAnswer, place: Place | null, slot: Slot): CellAnswer | null {
  const [cell, setCell] = useState<CellAnswer | null>(null)
  useEffect(() => {
    let current = true
    setCell((before) => (place === null ? null : before))
    if (place !== null && place.row < answer.rows && place.column < answer.columns)
      askCell(slot, place.row, place.column).then(
        (next) => current && setCell(next),
        () => current && setCell(null),
      )
    return () => {
      current = false
    }
  }, [answer, place, slot])
  return cell
}

function countWords({ lower, upper }: AuditAnswer, k: number): string {
  if (lower[k] !== upper[k]) return `${number(lower[k])} to ${number(upper[k])}`
  return upper[k] === 1 ? '1 person' : `${number(upper[k])} people`
}

interface FormProps {
  readonly row: Readonly<Record<string, string>>
  readonly column: Readonly<Record<string, string>>
}

function FactForm({ row, column }: FormProps): React.JSX.Element {
  const [lower, setLower] = useState('')
  const [upper, setUpper] = useState('')
  const [whole, setWhole] = useState(false)
  const value = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null)
  const bad = [lower, upper].some((text) => text.trim() !== '' && value(text) === null)
  const empty = value(lower) === null && value(upper) === null
  const add = (): void => addFact({ row, column: whole ? null : column, lower: value(lower), upper: value(upper) })
  return (
    <section>
      <h2>A reader already knows</h2>
      <div className="fact-form">
        <TextField value={lower} onChange={setLower} isInvalid={bad}>
          <Label>at least</Label>
          <Input inputMode="numeric" />
        </TextField>
        <TextField value={upper} onChange={setUpper} isInvalid={bad}>
          <Label>at most</Label>
          <Input inputMode="numeric" />
        </TextField>
        <Button className="act-small" isDisabled={bad || empty} onPress={add}>
          Add
        </Button>
      </div>
      <label className="check">
        <input type="checkbox" checked={whole} onChange={(event) => setWhole(event.target.checked)} /> of the whole row
      </label>
    </section>
  )
}
