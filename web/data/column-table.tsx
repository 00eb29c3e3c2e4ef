/** The columns of a file, what each seems to be for, and which are used; the person corrects it here. */
import type { ColumnDescription, FileDescription, RoleName } from '../answers.ts'
import { number } from '../parts/format.ts'
import { RoleSelect } from './role-select.tsx'
import type { Roles } from './roles.ts'
import { SettleDoubt } from './settle-doubt.tsx'
import { USE_WORDS, type Use, type Uses, usesFor } from './uses.ts'

interface Props {
  readonly description: FileDescription
  readonly uses: Uses
  readonly roles: Roles
  onRole(name: string, role: RoleName): void
  onUse(name: string, use: Use): void
}

export function ColumnTable({ description, uses, ...rest }: Props): React.JSX.Element {
  const hasMissing = description.columns.some(({ missing }) => missing > 0)
  return (
    <div className="table-scroll">
      <table className="list-table column-table">
        <thead>
          <tr>
            <th scope="col">column</th>
            <th scope="col">role</th>
            <th scope="col">use</th>
            <th scope="col">type</th>
            <th scope="col" className="right-text">
              distinct
            </th>
            {hasMissing && (
              <th scope="col" className="right-text">
                missing
              </th>
            )}
            <th scope="col">levels</th>
          </tr>
        </thead>
        <tbody>
          {description.columns.map((column) => (
            <ColumnRow key={column.name} {...rest} {...{ column, hasMissing }} use={uses.of[column.name]} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps extends Omit<Props, 'description' | 'uses'> {
  readonly column: ColumnDescription
  readonly use: Use
  readonly hasMissing: boolean
}

function ColumnRow({ column, use, hasMissing, roles, onRole, onUse }: RowProps): React.JSX.Element {
  const { name, type, distinct, missing, looksLike, doubt } = column
  return (
    <tr className={use === 'unused' ? 'quiet' : ''} data-column={name}>
      <th scope="row">{name}</th>
      <td className="role-cell">
        <RoleSelect column={name} role={roles[name]} onChange={(role) => onRole(name, role)} />
        {roles[name] !== column.role && <small>proposed: {column.role}</small>}
      </td>
      <td>
        <UseSelect column={column} use={use} onUse={onUse} />
        {looksLike === 'count' && use !== 'count' && <small>proposed: count</small>}
      </td>
      <td className="whole-words">{type}</td>
      <td className="right-text">{number(distinct)}</td>
      {hasMissing && <td className="right-text">{missing === 0 ? '' : number(missing)}</td>}
      <td className="levels-text">
        {doubt === null ? valuesText(column) : <SettleDoubt column={name} doubt={doubt} />}
      </td>
    </tr>
  )
}

interface UseProps extends Pick<Props, 'onUse'> {
  readonly column: ColumnDescription
  readonly use: Use
}

function UseSelect({ column, use, onUse }: UseProps): React.JSX.Element {
  return (
    <select
      aria-label={`Use of ${column.name}`}
      value={use}
      onChange={(event) => onUse(column.name, event.target.value as Use)}
    >
      {usesFor(column).map((one) => (
        <option key={one} value={one}>
          {USE_WORDS[one]}
        </option>
      ))}
    </select>
  )
}

/** The levels when they are few; of others the range. */
function valuesText({ levels, smallest, largest, earliest, latest }: ColumnDescription): string {
  if (earliest !== null) return `${earliest} to ${latest}`
  if (levels.length > 0) return levels.slice(0, 8).join(', ') + (levels.length > 8 ? ', …' : '')
  return smallest === null ? '' : `${smallest} to ${largest}`
}
