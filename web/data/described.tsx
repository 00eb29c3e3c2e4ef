/** A file that was described: what to make from it, and its columns to be checked. */
import type { FileDescription, RoleName } from '../answers.ts'
import { openFile } from '../audit/opened-audit.ts'
import { useMake } from '../make.ts'
import { number } from '../parts/format.ts'
import { ScrollMain } from '../parts/scroll-main.tsx'
import { openView } from '../routes.ts'
import { ColumnTable } from './column-table.tsx'
import { useCorrections } from './corrections.ts'
import { GroupsForm } from './groups-form.tsx'
import { MakeChoice } from './make-choice.tsx'
import { PlanForm } from './plan-form.tsx'
import { proposedRoles, type Roles } from './roles.ts'
import { RolesForm } from './roles-form.tsx'
import { auditColumns, countIn, fittedUses, proposedUses, withUse } from './uses.ts'

/** Without the columns that are gone from the file. */
const ofColumns = (roles: Roles, columns: FileDescription['columns']): Roles =>
  Object.fromEntries(Object.entries(roles).filter(([name]) => columns.some((column) => column.name === name)))

interface Props {
  readonly description: FileDescription
  readonly count: string | null
  /** What is to be said above it. */
  readonly children: React.ReactNode
  during(what: string, work: () => Promise<unknown>): Promise<void>
}

export function Described({ description, count, children, during }: Props): React.JSX.Element {
  const { path, rows, columns, doubtfulHeader } = description
  const [{ uses: said, roles: corrected }, correct] = useCorrections(path)
  const uses = said === null ? proposedUses(description, count) : fittedUses(said, description, count)
  const roles = { ...proposedRoles(columns), ...ofColumns(corrected, columns) }
  const make = useMake((state) => state.make)
  const counted = countIn(uses)
  const names = auditColumns(description, uses)
  const form = { description, uses, onPlaces: (places: readonly string[]) => correct({ uses: { ...uses, places } }) }
  return (
    <>
      <ScrollMain>
        {children}
        <div className="described">
          <div className="verdict">
            <h1>
              {path} has {number(rows)} {counted === null ? 'records' : 'counted lines'} and {number(columns.length)}{' '}
              columns.
            </h1>
          </div>
          {doubtfulHeader && (
            <p className="fault">
              The first line looks like a record. Column names belong there: put a line of them above it.
            </p>
          )}
          <ColumnTable
            {...{ description, uses, roles }}
            onRole={(name: string, role: RoleName) => correct({ roles: { ...corrected, [name]: role } })}
            onUse={(name, use) => correct({ uses: withUse(uses, name, use) })}
          />
          <p className="hint confidential">CONFIDENTIAL: this is read from the data themselves.</p>
        </div>
      </ScrollMain>
      <aside className="right" aria-label="What to make from it">
        <section>
          <h2>What to make from it</h2>
          <MakeChoice
            variables={names.length}
            onAudit={() => during(path, () => openFile(path, names, counted).then(() => openView('audit')))}
          />
        </section>
        {make === 'plan' && <PlanForm {...form} />}
        {make === 'groups' && <GroupsForm {...form} />}
        {make === 'anonymize' && <RolesForm description={description} roles={roles} />}
      </aside>
    </>
  )
}
