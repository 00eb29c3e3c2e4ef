/** The dry run of a protection: how large the table is, and which rules make how many cells sensitive. */
import { withDatabase } from '../../data/index.ts'
import { type ProtectPreview, previewTable, sensitiveCells, type TableContents } from '../../protection/index.ts'
import { type RunContext, workingOf } from '../../run/context.ts'
import { type CellChoice, readChoice } from './cell-choice.ts'
import type { ProtectJob } from './job.ts'
import { readContents } from './read-contents.ts'
import { ruleWords } from './result.ts'
import { askedProtection, type ProtectTask } from './task.ts'

export interface ProtectPlan {
  readonly method: string
  readonly variables: readonly { readonly name: string; readonly codes: number; readonly sums: number }[]
  readonly cells: number
  readonly equations: number
  readonly empty: number
  readonly sensitive: number
  readonly byRule: Readonly<Record<string, number>>
  /** Null for tables that are too large to be looked at cell by cell. */
  readonly preview: ProtectPreview | null
}

export function planProtect(job: ProtectJob, context: RunContext): Promise<ProtectPlan> {
  const { task } = askedProtection(job)
  workingOf(context).progress.phase({ id: 'count' })
  return withDatabase({ memory: '2GB' }, async (db) => {
    const contents = await readContents(db, task)
    const choice = await readChoice(db, task, contents.system)
    const { rules, needs, method } = task.fields
    const found = sensitiveCells(contents, {
      rules,
      needs: { percent: needs, reach: contents.isCount },
      named: choice.hide,
    })
    const { system } = contents
    return {
      method,
      variables: system.variables.map(({ name, codes, groups }) => ({
        name,
        codes: codes.length,
        sums: groups.length,
      })),
      cells: system.cells,
      equations: system.equations.starts.length - 1,
      empty: Array.from({ length: system.cells }, (_, cell) => contents.of(cell).contributors).filter((n) => n === 0)
        .length,
      sensitive: found.length,
      byRule: Object.fromEntries(
        rules.map((rule, r) => [ruleWords(rule), found.filter((one) => one.rules.includes(r)).length]),
      ),
      preview: previewOf(task, contents, choice),
    }
  })
}

function previewOf(
  { fields, tables }: ProtectTask,
  contents: TableContents,
  { keep, hide, waived }: CellChoice,
): ProtectPreview | null {
  const table = previewTable(contents, tables)
  if (table === null) return null
  const { rules, needs } = fields
  const asked = {
    rules,
    needs: { percent: needs, reach: contents.isCount },
    prior: fields.prior,
    cost: 'cost' in fields ? fields.cost : ('log' as const),
    keep: [...keep],
    hide: [...hide],
    waived: [...waived],
  }
  return { table, asked }
}
