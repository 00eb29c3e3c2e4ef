/** What else is published from the same data: a reader puts all of it together. */
import { useState } from 'react'
import { Button, Input, Label, TextField } from 'react-aria-components'
import type { CountedTable } from './bounds.ts'
import { ownRelease, releaseFault, releaseWords } from './releases.ts'
import { setReleases, useDesign } from './store.ts'

export function ReleasesPanel({ table }: { table: CountedTable }): React.JSX.Element {
  const design = useDesign((state) => state.design)
  const own = ownRelease(design)
  const { releases } = design
  return (
    <section className="releases-panel">
      <h2>Published as well</h2>
      {releases.length === 0 && (
        <p className="hint">nothing else; keep this table and design the next to see both together</p>
      )}
      <ul className="facts">
        {releases.map((text) => (
          <li key={text} data-release={text}>
            <span>
              {releaseWords(text)}
              {text === own && <em> (this table)</em>}
            </span>
            <Button
              className="chip-more"
              aria-label={`Remove ${releaseWords(text)}`}
              onPress={() => setReleases(releases.filter((other) => other !== text))}
            >
              ×
            </Button>
          </li>
        ))}
      </ul>
      <div className="button-row">
        <Button
          className="act-small"
          isDisabled={own === null || releases.includes(own)}
          onPress={() => own !== null && setReleases([...releases, own])}
        >
          Keep this table
        </Button>
      </div>
      <TypedRelease known={table.variables.map(({ name }) => name)} releases={releases} />
    </section>
  )
}

function TypedRelease({
  known,
  releases,
}: {
  known: readonly string[]
  releases: readonly string[]
}): React.JSX.Element {
  const [text, setText] = useState('')
  const trimmed = text.trim()
  const fault = releaseFault(trimmed, known)
  const add = (): void => {
    setReleases([...releases, trimmed])
    setText('')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (trimmed !== '' && fault === null && !releases.includes(trimmed)) add()
      }}
    >
      <div className="release-line">
        <TextField value={text} onChange={setText} isInvalid={fault !== null} className="field-line">
          <Label>Or in words: a,b counts; c|a shares; c|a@2 rounded</Label>
          <Input />
        </TextField>
        <Button
          type="submit"
          className="act-small"
          isDisabled={trimmed === '' || fault !== null || releases.includes(trimmed)}
        >
          Add
        </Button>
      </div>
      <p className="field-fault" aria-live="polite">
        {fault}
      </p>
    </form>
  )
}
