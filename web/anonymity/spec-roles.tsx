/** The rule and the roles of a spec, corrected and saved here; what runs is the file. */
import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { ColumnDescription, FileDescription, SpecShape, SpecState } from '../answers.ts'
import { ask, wordsOf } from '../api.ts'
import { RoleSelect } from '../data/role-select.tsx'
import { type Roles, roleChanges, rolesOfSpec } from '../data/roles.ts'
import { Merge } from '../parts/icons.tsx'
import type { Loaded } from '../parts/load.tsx'
import { besideSpec } from '../spec-paths.ts'

export interface OpenedSpec {
  readonly state: SpecState
  readonly spec: SpecShape
  readonly columns: readonly ColumnDescription[]
}

interface Props {
  readonly opened: Loaded<OpenedSpec | null>
  /** The column whose levels are shown. */
  readonly chosen: string | null
  onLevels(column: string): void
}

export function SpecRoles({ opened, chosen, onLevels }: Props): React.JSX.Element {
  const { value, fault, again } = opened
  return (
    <section data-roles={value === null ? 'loading' : value.state.version}>
      <h2>Rule and roles</h2>
      {fault !== null && <p className="fault">{fault}</p>}
      {value !== null && (
        <RolesEditor key={value.state.version} opened={value} onSaved={again} {...{ chosen, onLevels }} />
      )}
    </section>
  )
}

export async function openRoles(path: string): Promise<OpenedSpec | null> {
  const state = await ask<SpecState>('specs/read', { path })
  const file = state.spec?.source?.file
  if (state.spec === null || file === undefined) return null
  const { columns } = await ask<FileDescription>('describe', { file: besideSpec(path, file) })
  return { state, spec: state.spec, columns }
}

interface EditorProps extends Omit<Props, 'opened'> {
  readonly opened: OpenedSpec
  onSaved(): void
}

function RolesEditor({ opened, onSaved, chosen, onLevels }: EditorProps): React.JSX.Element {
  const { state, spec, columns } = opened
  const [roles, setRoles] = useState<Roles>(rolesOfSpec(spec))
  const [k, setK] = useState(String(spec.anonymize?.k ?? ''))
  const [fault, setFault] = useState<string | null>(null)
  const save = (): void => {
    const changes = [...roleChanges(spec, roles), { path: ['anonymize', 'k'], value: Number(k) }]
    const { path, version } = state
    ask<SpecState>('specs/write', { path, version, changes }).then(onSaved, (error) => setFault(wordsOf(error)))
  }
  const isSame = Number(k) === spec.anonymize?.k && columns.every(({ name }) => roles[name] === rolesOfSpec(spec)[name])
  return (
    <>
      <label className="field">
        <span>At least this many records alike (k)</span>
        <input
          type="number"
          min={2}
          className="narrow-input"
          value={k}
          onChange={(event) => setK(event.target.value)}
        />
      </label>
      <ul className="role-list">
        {columns.map(({ name }) => (
          <li key={name}>
            <span>{name}</span>
            {roles[name] === 'quasi-identifier' && (
              <Button
                className={name === chosen ? 'chip-levels chosen' : 'chip-levels'}
                aria-label={`Levels of ${name}`}
                onPress={() => onLevels(name)}
              >
                <Merge />
              </Button>
            )}
            <RoleSelect column={name} role={roles[name]} onChange={(role) => setRoles({ ...roles, [name]: role })} />
          </li>
        ))}
      </ul>
      <Button className="act-small" isDisabled={isSame} onPress={save}>
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
