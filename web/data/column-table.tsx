/** The columns of a file, what each seems to be for, and which are used; the person corrects it here. */
import type { ColumnDescription, FileDescription } from '../answers.ts'
import { number } from '../parts/format.ts'

interface Props {
  readonly description: FileDescription
  readonly chosen: ReadonlySet<string>
  readonly counted: string | null
  onChoose(name: string, isChosen: boolean): void
  onCounted(name: string | null): void
}

export function ColumnTable({ description, chosen, counted, onChoose, onCounted }: Props): React.JSX.Element {
  return (
    <div className="table-scroll">
      <table className="list-table">
        <thead>
          <tr>
            <th scope="col">use</th>
            <th scope="col">column</th>
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
            <ColumnRow
              key={column.name}
              {...{ column, counted, onChoose, onCounted }}
              isChosen={chosen.has(column.name)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps extends Pick<Props, 'counted' | 'onChoose' | 'onCounted'> {
  readonly column: ColumnDescription
  readonly isChosen: boolean
}

function ColumnRow({ column, isChosen, counted, onChoose, onCounted }: RowProps): React.JSX.Element {
  const { name, type, distinct, missing, looksLike, levels, smallest, largest } = column
  const role = counted === name ? 'count' : isChosen ? 'variable' : 'unused'
  const change = (next: string): void => {
    if (counted === name && next !== 'count') onCounted(null)
    if (next === 'count') onCounted(name)
    onChoose(name, next === 'variable')
  }
  return (
    <tr className={role === 'unused' ? 'quiet' : ''}>
      <td>
        <select aria-label={`Use of ${name}`} value={role} onChange={(event) => change(event.target.value)}>
          <option value="variable">variable</option>
          <option value="unused">not used</option>
          {type === 'whole number' && <option value="count">count</option>}
        </select>
      </td>
      <th scope="row">{name}</th>
      <td>{type}</td>
      <td className="right-text">{number(distinct)}</td>
      <td className="right-text">{missing === 0 ? '' : number(missing)}</td>
      <td>{looksLike}</td>
      <td className="levels-text">
        {levels.length > 0
          ? levels.slice(0, 8).join(', ') + (levels.length > 8 ? ', …' : '')
          : smallest === null
            ? ''
            : `${smallest} to ${largest}`}
      </td>
    </tr>
  )
}
