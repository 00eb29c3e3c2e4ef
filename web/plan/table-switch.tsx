/** People or the units that they are linked to: which table of the release is shown. Each has a budget of its own. */
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import type { TableName } from './plan-types.ts'
import { showTable, usePlan, useShown } from './store.ts'

const TABLES: readonly TableName[] = ['people', 'units']

export function TableSwitch(): React.JSX.Element | null {
  const { table } = useShown()
  const hasUnits = usePlan(({ answer }) => answer?.units != null)
  if (!hasUnits) return null
  return (
    <ToggleButtonGroup
      className="segments table-switch"
      aria-label="Counts of"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[table]}
      onSelectionChange={(keys) => {
        const [one] = [...keys]
        showTable(one as TableName)
      }}
    >
      {TABLES.map((one) => (
        <ToggleButton key={one} id={one} className="segment">
          Counts of {one}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
