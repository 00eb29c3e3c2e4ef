interface Props {
  readonly label: string
  /** What it means when no column is chosen; without it one must be. */
  readonly none?: string
  readonly columns: readonly string[]
  readonly value: string | null
  onChange(value: string | null): void
}

/** One of the columns, or none. */
export function ColumnSelect({ label, none, columns, value, onChange }: Props): React.JSX.Element {
  return (
    <label className="field-line">
      <span>{label}</span>
      <select
        value={value === null ? '' : `=${value}`}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value.slice(1))}
      >
        <option value="">{none ?? 'choose a column'}</option>
        {columns.map((name) => (
          <option key={name} value={`=${name}`}>
            {none === undefined ? name : `all lines of one ${name}`}
          </option>
        ))}
      </select>
    </label>
  )
}
