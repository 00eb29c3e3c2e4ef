/** The rule and the roles of a spec, corrected and saved here; what runs is the file. */
import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { SpecShape } from '../answers.ts'
import { wordsOf } from '../api.ts'
import { ColumnSelect } from '../data/column-select.tsx'
import { RoleSelect } from '../data/role-select.tsx'
import { roleChanges, rolesOfSpec } from '../data/roles.ts'
import { ChangedOutside } from '../parts/changed-outside.tsx'
import { useDraft } from '../parts/draft.ts'
import type { Loaded } from '../parts/load.tsx'
import type { OpenedSpec } from './opened-spec.ts'
import type { WriteSpec } from './spec-writer.ts'

interface Props {
  readonly opened: Loaded<OpenedSpec | null>
  readonly write: WriteSpec
  /** The column whose levels are shown. */
  readonly chosen: string | null
  onLevels(column: string): void
}

export function SpecRoles({ opened, ...rest }: Props): React.JSX.Element {
  const { value, fault } = opened
  return (
    <section data-roles={value === null ? 'loading' : value.state.version}>
      <h2>Rule and roles</h2>
      {fault !== null && (
        <p className="fault" role="alert">
          {fault}
          {value !== null && ' What you see was read before.'}
        </p>
      )}
      {value === null && fault === null && <p className="hint">Reading the columns…</p>}
      {value !== null && <RolesEditor opened={value} {...rest} />}
    </section>
  )
}

interface EditorProps extends Omit<Props, 'opened'> {
  readonly opened: OpenedSpec
}

function RolesEditor({ opened, write, chosen, onLevels }: EditorProps): React.JSX.Element {
  const { state, spec, columns } = opened
  const now = { roles: rolesOfSpec(spec), k: String(spec.anonymize?.k ?? ''), person: spec.anonymize?.person ?? null }
  const draft = useDraft(now)
  const { roles, k, person } = draft.value
  const [fault, setFault] = useState<string | null>(null)
  const save = (): void => {
    const changes = [
      ...roleChanges(spec, roles),
      { path: ['anonymize', 'k'], value: Number(k) },
      { path: ['anonymize', 'person'], value: person },
    ]
    write(changes).then(
      () => {
        draft.settle()
        setFault(null)
      },
      (error) => setFault(wordsOf(error)),
    )
  }
  const isSame =
    Number(k) === spec.anonymize?.k &&
    person === now.person &&
    columns.every(({ name }) => roles[name] === rolesOfSpec(spec)[name])
  return (
    <>
      {draft.isOutdated && <ChangedOutside path={state.path} onKeep={draft.keep} onRead={draft.drop} />}
      <label className="field">
        <span>At least this many {person === null ? 'records' : 'people'} alike (k)</span>
        <input
          type="number"
          min={2}
          className="narrow-input"
          value={k}
          onChange={(event) => draft.set({ roles, k: event.target.value, person })}
        />
      </label>
      <ColumnSelect
        label="Records of one person"
        none="each is another person's"
        columns={columns.map(({ name }) => name)}
        value={person}
        onChange={(next) => draft.set({ roles, k, person: next })}
      />
      <ul className="role-list">
        {columns.map(({ name }) => (
          <li key={name}>
            <span title={name}>{name}</span>
            {roles[name] === 'quasi-identifier' && (
              <Button
                className={name === chosen ? 'chip-levels chosen' : 'chip-levels'}
                aria-label={`Levels of ${name}`}
                onPress={() => onLevels(name)}
              >
                levels
              </Button>
            )}
            <RoleSelect
              column={name}
              role={roles[name]}
              onChange={(role) => draft.set({ roles: { ...roles, [name]: role }, k, person })}
            />
          </li>
        ))}
      </ul>
      <Button className="act-small" isDisabled={isSame || draft.isOutdated} onPress={save}>
        Save into {state.path}
      </Button>
      <p className={fault === null ? 'hint' : 'fault'} role="status">
        {fault ?? (isSame ? othersWords(spec) : 'changed; the file is as it was')}
      </p>
    </>
  )
}

function othersWords({ anonymize }: SpecShape): string {
  if (anonymize?.others === undefined) return 'a column without a role is refused'
  return `columns without a role are ${anonymize.others === 'drop' ? 'left out' : 'published as they are'}`
}
