/** Groups counted by their size: what says the group or its size, and where groups are. */
import { useState } from 'react'
import { Input, Label, NumberField } from 'react-aria-components'
import { ColumnSelect } from './column-select.tsx'
import { PlaceOrder } from './place-order.tsx'
import type { MakeFormProps } from './plan-form.tsx'
import { SpecName } from './spec-name.tsx'
import { freeSpecName, startSpec } from './start-spec.ts'
import { countIn } from './uses.ts'

/** Not read off the data: what the spec states becomes public. */
const LARGEST = 10
const MOST_SIZES = 1000

export function GroupsForm({ description, uses, onPlaces }: MakeFormProps): React.JSX.Element {
  const { path: file, columns, proposed } = description
  const [lines, setLines] = useState<'unit' | 'size'>(proposed.size === null ? 'unit' : 'size')
  const [chosen, setChosen] = useState({ unit: proposed.unit, size: proposed.size })
  const [largest, setLargest] = useState(LARGEST)
  const column = chosen[lines]
  const known = columns.filter(({ name, doubt }) => doubt === null && !uses.places.includes(name))
  const offered =
    lines === 'unit' ? known : known.filter(({ type, smallest }) => type === 'whole number' && (smallest ?? 0) >= 1)
  const blocked =
    uses.places.length === 0
      ? 'Groups are counted by place: set the use of a column to “place” in the table.'
      : column === null
        ? `Say which column ${lines === 'unit' ? 'tells the groups apart' : 'holds the size'}.`
        : undefined
  return (
    <section className="make-form" aria-label="Count groups by size">
      <p className="hint">
        How many groups have one member, two, three, by place: households, firms, classes. One person who joins or
        leaves a group is protected; the number of all groups is published exactly.
      </p>
      <div className="make-fields">
        <PlaceOrder places={uses.places} onOrder={onPlaces} />
        <label className="field-line">
          <span>A line is</span>
          <select value={lines} onChange={(event) => setLines(event.target.value as 'unit' | 'size')}>
            <option value="unit">a person, with the name of the group</option>
            <option value="size">a group, with its size</option>
          </select>
        </label>
        <ColumnSelect
          label={lines === 'unit' ? 'The group is in' : 'The size is in'}
          columns={offered.map(({ name }) => name)}
          value={column}
          onChange={(name) => setChosen({ ...chosen, [lines]: name })}
        />
        <NumberField className="field-line" value={largest} onChange={setLargest} minValue={1} maxValue={MOST_SIZES}>
          <Label>Largest size, public; larger count as this</Label>
          <Input />
        </NumberField>
      </div>
      <SpecName
        proposed={freeSpecName(file, 'groups')}
        action="Write the plan and open it"
        blocked={blocked}
        onWrite={(path) =>
          startSpec({
            path,
            file,
            for: 'groups',
            places: uses.places,
            attributes: [],
            count: lines === 'unit' ? null : countIn(uses),
            group: lines === 'unit' ? { unit: column ?? '' } : { size: column ?? '' },
            largest: Number.isNaN(largest) ? LARGEST : largest,
          })
        }
      />
    </section>
  )
}
