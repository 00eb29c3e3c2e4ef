/** Records to be anonymised: the roles saved into a spec, which `tacet anonymize` runs unchanged. */
import { useMake } from '../make.ts'
import { openIn } from '../opened.ts'
import { loadProject, useProject } from '../project.ts'
import { ROLE_NAMES, ROLE_WORDS, type Roles } from './roles.ts'
import { saveRoles } from './save-roles.ts'
import { SpecName } from './spec-name.tsx'

export function RolesForm({ file, roles }: { file: string; roles: Roles }): React.JSX.Element {
  const save = async (name: string): Promise<void> => {
    const { path } = await saveRoles(name, file, roles, useProject.getState().read)
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
      <SpecName
        proposed={`${file.replace(/\.[^/]*$/, '')}-extract.yaml`}
        label="Spec in this folder, new or of the same file"
        action="Save the roles and open it"
        onWrite={save}
      />
    </section>
  )
}
