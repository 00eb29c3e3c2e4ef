/** A private release of counts by place: what it needs to know before its plan is written. */
import { useState } from 'react'
import type { FileDescription } from '../answers.ts'
import { ColumnSelect } from './column-select.tsx'
import { PlaceOrder } from './place-order.tsx'
import { SpecName } from './spec-name.tsx'
import { freeSpecName, startSpec } from './start-spec.ts'
import { countIn, planColumns, type Uses } from './uses.ts'

export interface MakeFormProps {
  readonly description: FileDescription
  readonly uses: Uses
  onPlaces(places: readonly string[]): void
}

const EVERY_LINE = 'every line is another person'

export function PlanForm({ description, uses, onPlaces }: MakeFormProps): React.JSX.Element {
  const { path: file, columns, proposed } = description
  const [person, setPerson] = useState(proposed.person)
  const attributes = planColumns(uses)
  const count = countIn(uses)
  const people = columns.filter(({ doubt, missing }) => doubt === null && missing === 0).map(({ name }) => name)
  return (
    <section className="make-form" aria-label="Plan a private release">
      <p className="hint">
        Counts of people by place and by {attributes.length === 0 ? 'no other column' : attributes.join(', ')}, with
        noise that hides each person. Correct the use of a column in the table. The levels that the plan lists become
        public: check them in the spec.
      </p>
      <div className="make-fields">
        <PlaceOrder places={uses.places} onOrder={onPlaces} />
        {count === null && (
          <ColumnSelect
            label="Protected together"
            none={EVERY_LINE}
            columns={people}
            value={person}
            onChange={setPerson}
          />
        )}
      </div>
      <SpecName
        proposed={freeSpecName(file, 'plan')}
        action="Write the plan and open it"
        onWrite={(path) =>
          startSpec({
            path,
            file,
            for: 'topdown',
            places: uses.places,
            attributes,
            count,
            ...(count === null && { person }),
          })
        }
      />
    </section>
  )
}
