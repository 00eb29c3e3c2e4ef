/** The levels of one column, seen and edited: what its values may become when records must be made alike. */
import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { GeneralisationTree } from '../../src/anonymity/problem/generalisation-tree.ts'
import type { ReleaseTable } from '../../src/server/answers.ts'
import type { ColumnDescription, SpecHierarchy, SpecState } from '../answers.ts'
import { ask, wordsOf } from '../api.ts'
import { isAt, useRound } from '../folder-changes.ts'
import { ChangedOutside } from '../parts/changed-outside.tsx'
import { useDraft } from '../parts/draft.ts'
import { number } from '../parts/format.ts'
import { useLoaded } from '../parts/load.tsx'
import { besideSpec } from '../spec-paths.ts'
import { type Draft, draftOf, freshDraft, kindsFor, specHierarchy, treeCsv, treeOf } from './hierarchy.ts'
import type { WriteSpec } from './spec-writer.ts'
import { TreeRows } from './tree-rows.tsx'

interface Props {
  readonly state: SpecState
  readonly column: ColumnDescription
  readonly write: WriteSpec
  onClose(): void
}

const KINDS: Readonly<Record<Draft['kind'], string>> = {
  none: 'none: ranges and sets as they come',
  interval: 'intervals, joined step by step',
  prefix: 'fewer and fewer characters of a code',
  tree: 'groups, and groups of groups',
}

export function HierarchyEditor(props: Props): React.JSX.Element {
  const { state, column } = props
  const saved: SpecHierarchy | undefined = state.spec?.anonymize?.hierarchies?.[column.name]
  const file = saved !== undefined && 'file' in saved ? besideSpec(state.path, saved.file) : null
  const round = useRound(isAt(file))
  const rows = useLoaded(
    () => (file === null ? Promise.resolve(null) : ask<ReleaseTable>('rows', { file, limit: 1000 })),
    [file, state.version, round],
  )
  const [before, setBefore] = useState<Draft | null>(null)
  const now = file !== null && rows.value === null ? null : draftOf(saved, rows.value?.rows ?? null)
  if (now !== null && JSON.stringify(now) !== JSON.stringify(before)) setBefore(now)
  return (
    <>
      {rows.fault !== null && <p className="fault">{rows.fault}</p>}
      {before === null && rows.fault === null && <p className="hint">Reading {file}…</p>}
      {before !== null && <Editor {...props} before={before} />}
    </>
  )
}

function Editor({ state, column, before, write, onClose }: Props & { before: Draft }): React.JSX.Element {
  const { value: draft, set: setDraft, ...typed } = useDraft(before)
  const [fault, setFault] = useState<string | null>(null)
  const tree = treeOf(draft, column)
  const save = (): void => {
    saveHierarchy(write, state.path, column.name, draft).then(
      () => {
        typed.settle()
        setFault(null)
      },
      (error) => setFault(wordsOf(error)),
    )
  }
  return (
    <section className="hierarchy" aria-label={`Levels of ${column.name}`} data-hierarchy={column.name}>
      <div className="hierarchy-head">
        <h2>Levels of {column.name}</h2>
        <select
          aria-label={`How ${column.name} is coarsened`}
          value={draft.kind}
          onChange={({ target }) => setDraft(freshDraft(target.value as Draft['kind'], column))}
        >
          {kindsFor(column).map((kind) => (
            <option key={kind} value={kind}>
              {KINDS[kind]}
            </option>
          ))}
        </select>
        <Button
          className="act-small primary"
          isDisabled={!typed.isTyped || typed.isOutdated || typeof tree === 'string'}
          onPress={save}
        >
          Save the levels
        </Button>
        <Button className="act-small" onPress={onClose}>
          Close
        </Button>
      </div>
      {typed.isOutdated && <ChangedOutside path={state.path} onKeep={typed.keep} onRead={typed.drop} />}
      <DraftFields draft={draft} onChange={setDraft} />
      {typeof tree === 'string' && <p className="field-fault">{tree}</p>}
      {tree !== null && typeof tree !== 'string' && <LevelTable tree={tree} />}
      <p className={fault === null ? 'hint' : 'fault'} role="status">
        {fault}
      </p>
    </section>
  )
}

function DraftFields({ draft, onChange }: { draft: Draft; onChange(draft: Draft): void }): React.JSX.Element | null {
  const line = (label: string, value: string, change: (text: string) => Draft): React.JSX.Element => (
    <label className="field-line">
      <span>{label}</span>
      <input value={value} onChange={(event) => onChange(change(event.target.value))} />
    </label>
  )
  if (draft.kind === 'interval')
    return (
      <div className="draft-fields">
        {line('starts at', draft.start, (start) => ({ ...draft, start }))}
        {line('width', draft.width, (width) => ({ ...draft, width }))}
        {line('then joined by', draft.joined, (joined) => ({ ...draft, joined }))}
      </div>
    )
  if (draft.kind === 'prefix')
    return (
      <div className="draft-fields">
        {line('characters kept, level by level', draft.lengths, (lengths) => ({ ...draft, lengths }))}
      </div>
    )
  return draft.kind === 'tree' ? <TreeRows rows={draft.rows} onChange={(rows) => onChange({ ...draft, rows })} /> : null
}

/** Labels shown of a level. */
const SHOWN = 6

function LevelTable({ tree }: { tree: GeneralisationTree }): React.JSX.Element {
  return (
    <table className="list-table dense level-table">
      <thead>
        <tr>
          <th scope="col">level</th>
          <th scope="col" className="right-text">
            values
          </th>
          <th scope="col">such as</th>
        </tr>
      </thead>
      <tbody>
        {tree.labels.map((labels, level) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
          <tr key={level}>
            <th scope="row">{level === 0 ? 'finest' : level === tree.labels.length - 1 ? 'coarsest' : level}</th>
            <td className="right-text">{number(labels.length)}</td>
            <td className="levels-text">
              {labels.slice(0, SHOWN).join(' · ')}
              {labels.length > SHOWN && ' · …'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

async function saveHierarchy(write: WriteSpec, path: string, column: string, draft: Draft): Promise<void> {
  const name = `${path
    .split('/')
    .at(-1)!
    .replace(/\.ya?ml$/i, '')}.${column.replace(/[^\w-]+/g, '-')}.tree.csv`
  if (draft.kind === 'tree')
    await ask('specs/beside', { path: besideSpec(path, name), text: treeCsv(column, draft.rows) })
  const value = specHierarchy(draft, name)
  await write([{ path: ['anonymize', 'hierarchies', column], value }])
}
