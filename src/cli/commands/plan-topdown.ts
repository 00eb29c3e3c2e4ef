/** `tacet plan` for what follows the measurements: public facts, consistent counts. */
import type { TopdownPlanDocument } from '../../run/index.ts'
import type { WorkTerminal } from '../command.ts'

export async function showTopdownPlan(terminal: WorkTerminal, plan: TopdownPlanDocument): Promise<void> {
  const { print } = terminal
  const { formatBytes, formatSeconds } = await import('../../run/index.ts')
  print('\nTop-down, from these measurements:')
  for (const { name, level, mode, words } of plan.facts) print(`  "${name}" (${level}, ${mode}) ${words}.`)
  const { complete, theorem, words } = plan.implied
  print(
    complete
      ? `  Implied constraints: complete, by ${theorem}. ${words}`
      : `  Implied constraints: NOT proved complete. ${words}`,
  )
  print()
  const rows = plan.errors.map((e) => [e.level, e.query, e.measured ?? '', e.standardError])
  terminal.table(['level', 'query', 'noise (s.d.)', 'standard error when released'], rows)
  print(`\nSolving takes about ${formatSeconds(plan.seconds)} and ${formatBytes(plan.memoryBytes)} of memory.`)
}
