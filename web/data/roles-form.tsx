/** The roles saved into a spec, which `tacet anonymize` runs unchanged. */
import { useState } from 'react'
import { Button, Input, Label, TextField } from 'react-aria-components'
import { wordsOf } from '../api.ts'
import { useProject } from '../project.ts'
import { ROLE_NAMES, ROLE_WORDS, type Roles } from './roles.ts'
import { saveRoles } from './save-roles.ts'

export function RolesForm({ file, roles }: { file: string; roles: Roles }): React.JSX.Element {
  const [name, setName] = useState(`${file.replace(/\.[^/]*$/, '')}-extract.yaml`)
  const [said, setSaid] = useState<string | null>(null)
  const save = (): void => {
    saveRoles(name, file, roles, useProject.getState().read).then(
      ({ path }) => setSaid(`Saved into ${path}. Anonymise runs it; so does tacet anonymize ${path} --out extract.`),
      (error) => setSaid(wordsOf(error)),
    )
  }
  return (
    <section className="roles-form" aria-label="Roles">
      <dl className="role-words">
        {ROLE_NAMES.map((role) => (
          <div key={role}>
            <dt>{role}</dt>
            <dd>{ROLE_WORDS[role]}</dd>
          </div>
        ))}
      </dl>
      <div className="roles-save">
        <TextField value={name} onChange={setName} className="field-line">
          <Label>Spec in this folder</Label>
          <Input />
        </TextField>
        <Button className="act-small primary" onPress={save}>
          Save the roles
        </Button>
      </div>
      <p className="hint" role="status">
        {said}
      </p>
    </section>
  )
}
