import type { RoleName } from '../answers.ts'
import { ROLE_NAMES, ROLE_WORDS } from './roles.ts'

interface Props {
  readonly column: string
  /** Undefined: the column has none. */
  readonly role: RoleName | undefined
  onChange(role: RoleName): void
}

export function RoleSelect({ column, role, onChange }: Props): React.JSX.Element {
  return (
    <select
      aria-label={`Role of ${column}`}
      value={role ?? ''}
      title={role === undefined ? 'no role yet' : ROLE_WORDS[role]}
      onChange={(event) => onChange(event.target.value as RoleName)}
    >
      {role === undefined && <option value="">none</option>}
      {ROLE_NAMES.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
}
