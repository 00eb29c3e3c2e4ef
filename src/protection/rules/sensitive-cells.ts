/** The sensitive cells of a table, with what each needs and why. */
import type { SensitivityRule } from './contributions.ts'
import { type Needs, type SensitiveCell, sensitivity, statedNeeds } from './sensitive.ts'
import type { TableContents } from './table-contents.ts'

export interface SensitivityAsked {
  readonly rules: readonly SensitivityRule[]
  readonly needs: Needs
  /** Cells that somebody named. */
  readonly named: ReadonlySet<number>
}

export interface FoundSensitive extends SensitiveCell {
  readonly cell: number
  /** Named by somebody, or marked in the table. */
  readonly named: boolean
}

export function sensitiveCells(contents: TableContents, asked: SensitivityAsked): readonly FoundSensitive[] {
  const found: FoundSensitive[] = []
  for (let cell = 0; cell < contents.system.cells; cell++) {
    const byRule = sensitivity(asked.rules, asked.needs, contents.of(cell))
    const named = contents.marked[cell] === 1 || asked.named.has(cell)
    if (byRule === undefined && !named) continue
    const stated = named ? statedNeeds(asked.needs, contents.value[cell]) : { up: 0, down: 0 }
    found.push({
      cell,
      named,
      rules: byRule?.rules ?? [],
      up: Math.max(byRule?.up ?? 0, stated.up),
      down: Math.max(byRule?.down ?? 0, stated.down),
    })
  }
  return found
}
