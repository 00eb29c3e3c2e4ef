/** A file that was described: its columns to be checked, a table to be audited, the roles to be saved. */
import { useState } from 'react'
import { Button } from 'react-aria-components'
import type { FileDescription, RoleName } from '../answers.ts'
import { number } from '../parts/format.ts'
import { openFile, tableVariables } from '../project.ts'
import { openView } from '../routes.ts'
import { ColumnTable } from './column-table.tsx'
import { proposedRoles } from './roles.ts'
import { RolesForm } from './roles-form.tsx'

interface Props {
  readonly description: FileDescription
  readonly count: string | null
  during(what: string, work: () => Promise<unknown>): Promise<void>
}

export function Described({ description, count, during }: Props): React.JSX.Element {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(tableVariables(description, count).slice(0, 12)))
  const [counted, setCounted] = useState(count)
  const [roles, setRoles] = useState(proposedRoles(description.columns))
  const names = description.columns.map(({ name }) => name).filter((name) => chosen.has(name) && name !== counted)
  const open = (): Promise<void> =>
    during(description.path, () => openFile(description.path, names, counted).then(() => openView('audit')))
  return (
    <div className="described">
      <div className="verdict">
        <h1>
          {description.path} has {number(description.rows)} {counted === null ? 'records' : 'counted lines'} and{' '}
          {number(description.columns.length)} columns.
        </h1>
        <Button className="act-small primary" onPress={open} isDisabled={names.length < 2}>
          Audit a table of {names.length} variables
        </Button>
      </div>
      {description.doubtfulHeader && (
        <p className="fault">
          The first line looks like a record. Column names belong there: put a line of them above it.
        </p>
      )}
      <ColumnTable
        {...{ description, chosen, counted, roles }}
        onRole={(name: string, role: RoleName) => setRoles({ ...roles, [name]: role })}
        onCounted={setCounted}
        onChoose={(name, isChosen) =>
          setChosen(new Set(isChosen ? [...chosen, name] : [...chosen].filter((other) => other !== name)))
        }
      />
      <RolesForm file={description.path} roles={roles} />
      <p className="hint confidential">CONFIDENTIAL: this is read from the data themselves.</p>
    </div>
  )
}
