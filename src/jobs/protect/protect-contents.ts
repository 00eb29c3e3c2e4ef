/** The table, protected by the method that is asked for. */
import type { TableContents } from '../../protection/index.ts'
import type { CellChoice } from './cell-choice.ts'
import type { ProtectedTable } from './result.ts'
import { suppressCells } from './suppress-cells.ts'
import type { ProtectTask } from './task.ts'

export async function protectContents(
  { fields }: ProtectTask,
  contents: TableContents,
  choice: CellChoice,
  signal: AbortSignal,
): Promise<ProtectedTable> {
  switch (fields.kind) {
    case 'suppress':
      return suppressCells(contents, fields, choice, signal)
    default:
      throw new Error(fields.kind)
  }
}
