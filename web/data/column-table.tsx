/** The columns of a file, what each seems to be for, and which are used; the person corrects it here. */
import type { ColumnDescription, FileDescription, RoleName } from '../answers.ts'
import { number } from '../parts/format.ts'
import { RoleSelect } from './role-select.tsx'
import type { Roles } from './roles.ts'
import { SettleDoubt } from './settle-doubt.tsx'

interface Props {
  readonly description: FileDescription
  readonly chosen: ReadonlySet<string>
  readonly counted: string | null
  readonly roles: Roles
  onRole(name: string, role: RoleName): void
  onChoose(name: string, isChosen: boolean): void
  onCounted(name: string | null): void
}

export function ColumnTable({ description, chosen, ...rest }: Props): React.JSX.Element {
  return (
    <div className="table-scroll">
      <table className="list-table">
        <thead>
          <tr>
            <th scope="col">column</th>
            <th scope="col">role</th>
            <th scope="col">in the table</th>
            <th scope="col">type</th>
            <th scope="col" className="right-text">
              distinct
            </th>
            <th scope="col" className="right-text">
              missing
            </th>
            <th scope="col">looks like</th>
            <th scope="col">levels</th>
          </tr>
        </thead>
        <tbody>
          {description.columns.map((column) => (
            <ColumnRow key={column.name} {...rest} column={column} isChosen={chosen.has(column.name)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps extends Omit<Props, 'description' | 'chosen'> {
  readonly column: ColumnDescription
  readonly isChosen: boolean
}

function ColumnRow({ column, isChosen, counted, roles, ...on }: RowProps): React.JSX.Element {
  const { name, type, distinct, missing, looksLike, doubt } = column
  const use = counted === name ? 'count' : isChosen ? 'variable' : 'unused'
  return (
    <tr className={use === 'unused' ? 'quiet' : ''} data-column={name}>
      <th scope="row">{name}</th>
      <td className="role-cell">
        <RoleSelect column={name} role={roles[name]} onChange={(role) => on.onRole(name, role)} />
        {roles[name] !== column.role && <small>proposed: {column.role}</small>}
      </td>
      <td>
        <UseSelect {...on} {...{ name, type, use, counted }} />
        {looksLike === 'count' && use !== 'count' && <small>proposed: count</small>}
      </td>
      <td>{type}</td>
      <td className="right-text">{number(distinct)}</td>
      <td className="right-text">{missing === 0 ? '' : number(missing)}</td>
      <td>{looksLike}</td>
      <td className="levels-text">
        {doubt === null ? valuesText(column) : <SettleDoubt column={name} doubt={doubt} />}
      </td>
    </tr>
  )
}

interface UseProps extends Pick<Props, 'counted' | 'onChoose' | 'onCounted'> {
  readonly name: string
  readonly type: string
  readonly use: string
}

function UseSelect({ name, type, use, counted, onChoose, onCounted }: UseProps): React.JSX.Element {
  const change = (next: string): void => {
    if (counted === name && next !== 'count') onCounted(null)
    if (next === 'count') onCounted(name)
    onChoose(name, next === 'variable')
  }
  return (
    <select aria-label={`Use of ${name}`} value={use} onChange={(event) => change(event.target.value)}>
      <option value="variable">variable</option>
      <option value="unused">not used</option>
      {type === 'whole number' && <option value="count">count</option>}
    </select>
  )
}

/** The levels when they are few; of others the range. */
function valuesText({ levels, smallest, largest, earliest, latest }: ColumnDescription): string {
  if (earliest !== null) return `${earliest} to ${latest}`
  if (levels.length > 0) return levels.slice(0, 8).join(', ') + (levels.length > 8 ? ', …' : '')
  return smallest === null ? '' : `${smallest} to ${largest}`
}
