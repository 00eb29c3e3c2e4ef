/** What a list of levels tells beside a rounded table: somebody has each level that is listed, also one that is printed as 0 everywhere. */
import { rational } from '../exact/index.ts'
import type { CountedTable } from '../model/counted-table.ts'
import { namesOf } from './design.ts'
import { hiddenLevels } from './hidden-levels.ts'
import type { Release } from './linear-system.ts'

/** The levels of a release that rounding hides, each as a count of 1 or more. */
export function listedLevels(table: CountedTable, release: Release): Release[] {
  if (release.kind !== 'rounded') return []
  const { variables, codes, counts } = table
  const [rows, columns] = [namesOf(table, release.rows), namesOf(table, release.columns)]
  const shares = rows.map((_, i) => columns.map((_, j) => rational(BigInt(release.scaled[i * columns.length + j]))))
  return hiddenLevels(shares, rows, columns).flatMap(({ side, variable: place, level }): Release[] => {
    const { variable } = release[side][place]
    const cell = variables[variable].levels.indexOf(level)
    if (!counts.some((count, c) => count > 0 && codes[variable][c] === cell)) return []
    const label = `somebody has ${variables[variable].name} = ${level}`
    return [{ kind: 'known', variables: [{ variable }], cell, lower: 1, label }]
  })
}
