/** The table as readers would see it: one variable down, the others across, subtotals where they stand, a mark where a figure is withheld. */
import { useMemo } from 'react'
import { select, useProtect } from './protect-store.ts'
import type { Pattern } from './protect-types.ts'
import { amountWords, cellWords, type Grid, whyWords } from './protect-words.ts'

interface Line {
  readonly codes: readonly number[]
  readonly name: string
}

/** Combinations of codes of these variables that some table has, in the order in which they come. */
function linesOf({ codes, table: { variables } }: Grid, own: readonly number[]): readonly Line[] {
  const found = new Map<string, Line>()
  const n = variables.length
  for (let cell = 0; cell * n < codes.length; cell++) {
    const mine = own.map((v) => codes[cell * n + v])
    const name = own.map((v, i) => (mine[i] === 0 ? '' : variables[v].codes[mine[i]])).filter((word) => word !== '')
    if (!found.has(mine.join()))
      found.set(mine.join(), { codes: mine, name: name.length === 0 ? variables[own[0]].codes[0] : name.join(' · ') })
  }
  return [...found.values()]
}

/** The longest variable goes down. */
function layoutOf(grid: Grid): {
  readonly rows: readonly Line[]
  readonly columns: readonly Line[]
  readonly at: Map<string, number>
} {
  const { codes, table } = grid
  const n = table.variables.length
  const all = table.variables.map((_, v) => v)
  const down = all.reduce(
    (best, v) => (table.variables[v].codes.length > table.variables[best].codes.length ? v : best),
    0,
  )
  const across = all.filter((v) => v !== down)
  const at = new Map<string, number>()
  for (let cell = 0; cell * n < codes.length; cell++)
    at.set(`${codes[cell * n + down]}|${across.map((v) => codes[cell * n + v])}`, cell)
  const columns =
    across.length === 0 ? [{ codes: [], name: table.isCount ? 'count' : 'amount' }] : linesOf(grid, across)
  return { rows: linesOf(grid, [down]), columns, at }
}

export function ProtectGrid({ grid, pattern }: { grid: Grid; pattern: Pattern }): React.JSX.Element {
  const { rows, columns, at } = useMemo(() => layoutOf(grid), [grid])
  return (
    <div className="table-scroll">
      <table className="protect-grid">
        <thead>
          <tr>
            <td />
            {columns.map(({ codes, name }) => (
              <th key={codes.join()} scope="col" className="right-text">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ codes: [code], name }) => (
            <tr key={code}>
              <th scope="row">{name}</th>
              {columns.map(({ codes }) => {
                const cell = at.get(`${code}|${codes}`)
                return cell === undefined ? (
                  <td key={codes.join()} />
                ) : (
                  <GridCell key={codes.join()} grid={grid} pattern={pattern} cell={cell} />
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const MARKS = ['published', 'sensitive', 'protecting'] as const

function GridCell({ grid, pattern, cell }: { grid: Grid; pattern: Pattern; cell: number }): React.JSX.Element {
  const isSelected = useProtect((state) => state.selected === cell)
  const rules = useProtect((state) => state.trial?.rules) ?? []
  const mark = MARKS[pattern.marks[cell]]
  const figure = amountWords(grid.table.value[cell], grid.table)
  return (
    <td data-mark={mark}>
      <button
        type="button"
        className="figure"
        aria-pressed={isSelected}
        aria-label={`${cellWords(grid, cell)}: ${figure}${mark === 'published' ? ', published' : ' x, withheld'}`}
        title={whyWords(grid, pattern, rules, cell)}
        onClick={() => select(cell)}
      >
        {figure}
        {mark !== 'published' && <span aria-hidden="true"> x</span>}
      </button>
    </td>
  )
}
