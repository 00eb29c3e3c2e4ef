/** Records to be anonymised: the roles saved into a spec, which `tacet anonymize` runs unchanged. */
import { useState } from 'react'
import type { FileDescription } from '../answers.ts'
import { useMake } from '../make.ts'
import { openIn } from '../opened.ts'
import { loadProject, useProject } from '../project.ts'
import { ColumnSelect } from './column-select.tsx'
import { ROLE_NAMES, ROLE_WORDS, type Roles } from './roles.ts'
import { saveRoles } from './save-roles.ts'
import { SpecName } from './spec-name.tsx'

const EVERY_RECORD = "each is another person's"

interface Props {
  readonly description: FileDescription
  readonly roles: Roles
}

export function RolesForm({ description, roles }: Props): React.JSX.Element {
  const { path: file, columns, rows, proposed } = description
  const named = columns.filter(({ doubt, missing }) => doubt === null && missing === 0)
  const repeats = named.some(({ name, distinct }) => name === proposed.person && distinct < rows)
  const [person, setPerson] = useState(repeats ? proposed.person : null)
  const save = async (name: string): Promise<void> => {
    const { path } = await saveRoles(name, { file, roles, read: useProject.getState().read, person })
    await loadProject()
    useMake.setState({ make: null })
    openIn('anonymity', path)
  }
  return (
    <section className="make-form roles-form" aria-label="Anonymise the records">
      <p className="hint">
        Records made alike in groups of k by coarsening them. Correct the role of a column in the table.
      </p>
      <dl className="role-words">
        {ROLE_NAMES.map((role) => (
          <div key={role}>
            <dt>{role}</dt>
            <dd>{ROLE_WORDS[role]}</dd>
          </div>
        ))}
      </dl>
      <div className="make-fields">
        <ColumnSelect
          label="Records of one person"
          none={EVERY_RECORD}
          columns={named.map(({ name }) => name)}
          value={person}
          onChange={setPerson}
        />
      </div>
      <SpecName
        proposed={`${file.replace(/\.[^/]*$/, '')}-extract.yaml`}
        label="Spec in this folder, new or of the same file"
        action="Save the roles and open it"
        onWrite={save}
      />
    </section>
  )
}
