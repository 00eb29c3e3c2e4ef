/** Structural zeros: nobody stands, at any level, in a cell that the spec calls impossible. */
import { selectCells } from '../model/index.ts'
import type { Check } from './check.ts'
import type { ReleasedTable } from './topdown-cell-checks.ts'

/** Combinations that name an attribute which is not released are left out. */
export function impossibleCheck(tables: readonly ReleasedTable[]): readonly Check[] {
  if (tables.every(({ impossible }) => impossible.length === 0)) return []
  let cells = 0
  let people = 0
  for (const table of tables) {
    const never = impossibleCells(table)
    cells += never.reduce((sum, one) => sum + one, 0)
    for (const tally of table.published.levels) {
      tally.forEach((key) => {
        people += never[key % table.cells]
      })
    }
  }
  const detail =
    people === 0
      ? `nobody is in any of ${cells.toLocaleString('en')} impossible cells`
      : `${people.toLocaleString('en')} lines count somebody in an impossible cell`
  return [{ name: 'impossible', ok: people === 0, detail }]
}

function impossibleCells({ impossible, schema, cells }: ReleasedTable): Uint8Array {
  const known = new Set([...schema.attributes, ...schema.recodes].map(({ name }) => name))
  const never = new Uint8Array(cells)
  for (const where of impossible) {
    if (!Object.keys(where).every((name) => known.has(name))) continue
    selectCells(schema, where, 'impossible').forEach((meant, cell) => {
      if (meant === 1) never[cell] = 1
    })
  }
  return never
}
