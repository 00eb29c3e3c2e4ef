/** How the table is published: shares, rounded shares or counts; what counts as small; what is known. */
import { Button, ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { number } from '../parts/format.ts'
import type { CountedTable } from './bounds.ts'
import { applyingFacts, type PublishedAs } from './design.ts'
import { factsTogether, isTogether } from './releases.ts'
import { useDesign, useResult } from './store.ts'
import { decimalsWords, factWords } from './words.ts'

const CHOICES: readonly (readonly [PublishedAs, string])[] = [
  ['shares', 'Shares'],
  ['rounded', 'Rounded'],
  ['counts', 'Counts'],
  ['nothing', 'Not'],
]

export function PublishSettings({ table }: { table: CountedTable }): React.JSX.Element {
  const { design, change } = useDesign()
  const people = useResult((state) => state.first?.answer.n ?? null)
  return (
    <>
      <section>
        <h2>Published as</h2>
        <ToggleButtonGroup
          aria-label="Published as"
          className="segments"
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[design.published]}
          onSelectionChange={(keys) => change({ published: [...keys][0] as PublishedAs })}
        >
          {CHOICES.filter(([key]) => key !== 'nothing' || design.releases.length > 0).map(([key, words]) => (
            <ToggleButton key={key} id={key} className="segment">
              {words}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {design.published === 'rounded' && (
          <>
            <NumberLine
              label="Decimals of a share"
              value={design.decimals}
              least={0}
              most={6}
              onChange={(decimals) => change({ decimals })}
            />
            <p className="hint">{decimalsWords(design.decimals)}</p>
          </>
        )}
        <NumberLine
          label="A small count is below"
          value={design.small}
          least={1}
          most={1000}
          onChange={(small) => change({ small })}
        />
        {people !== null && (
          <div className="field">
            <span>People</span>
            <b>{number(people)}</b>
          </div>
        )}
      </section>
      <KnownFacts table={table} />
    </>
  )
}

interface LineProps {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  onChange(value: number): void
}

export function NumberLine({ label, value, least, most, onChange }: LineProps): React.JSX.Element {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        type="number"
        min={least}
        max={most}
        value={value}
        onChange={(event) => {
          const next = event.target.valueAsNumber
          if (Number.isInteger(next) && next >= least && next <= most) onChange(next)
        }}
      />
    </label>
  )
}

function KnownFacts({ table }: { table: CountedTable }): React.JSX.Element {
  const { design, change } = useDesign()
  const together = isTogether(design)
  const applying = new Set(
    together ? factsTogether(table, design) : applyingFacts(table, design).map(({ fact }) => fact),
  )
  return (
    <section>
      <h2>A reader already knows</h2>
      {design.known.length === 0 && (
        <p className="hint">nothing beyond what is published; choose a cell to add a fact</p>
      )}
      <ul className="facts">
        {design.known.map((fact) => (
          <li key={factWords(fact)} className={applying.has(fact) ? '' : 'waiting'}>
            <span>
              {factWords(fact)}
              {!applying.has(fact) && <em> (not a count of {together ? 'these releases' : 'this table'})</em>}
            </span>
            <Button
              className="chip-more"
              aria-label={`Remove ${factWords(fact)}`}
              onPress={() => change({ known: design.known.filter((other) => other !== fact) })}
            >
              ×
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
