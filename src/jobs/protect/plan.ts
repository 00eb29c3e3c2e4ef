/** The dry run of a protection: how large the table is, and which rules make how many cells sensitive. */
import { withDatabase } from '../../data/index.ts'
import { sensitiveCells } from '../../protection/index.ts'
import { type RunContext, workingOf } from '../../run/context.ts'
import { readChoice } from './cell-choice.ts'
import type { ProtectJob } from './job.ts'
import { readContents } from './read-contents.ts'
import { ruleWords } from './result.ts'
import { askedProtection } from './task.ts'

export interface ProtectPlan {
  readonly method: string
  readonly variables: readonly { readonly name: string; readonly codes: number; readonly sums: number }[]
  readonly cells: number
  readonly equations: number
  readonly empty: number
  readonly sensitive: number
  readonly byRule: Readonly<Record<string, number>>
}

export function planProtect(job: ProtectJob, context: RunContext): Promise<ProtectPlan> {
  const { task } = askedProtection(job)
  workingOf(context).progress.phase({ id: 'count' })
  return withDatabase({ memory: '2GB' }, async (db) => {
    const contents = await readContents(db, task)
    const { hide } = await readChoice(db, task, contents.system)
    const { rules, needs, method } = task.fields
    const found = sensitiveCells(contents, { rules, needs: { percent: needs, reach: contents.isCount }, named: hide })
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
    }
  })
}
