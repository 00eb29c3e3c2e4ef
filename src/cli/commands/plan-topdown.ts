/** `tacet plan` for what follows the measurements: public facts, consistent counts. */
import type { TopdownPlanDocument } from '../../jobs/index.ts'
import type { WorkTerminal } from '../command.ts'
import { showFittedTable } from './plan-fit.ts'

/** Whether the public facts can come into conflict with the counts below, in a sentence. */
export function impliedWords({ complete, theorem, words }: TopdownPlanDocument['implied']): string {
  if (theorem === 'no facts') return 'no public facts were declared, so none can conflict.'
  return complete ? `proved to fit together (${theorem}). ${words}` : `NOT proved to fit together. ${words}`
}

export async function showTopdownPlan(terminal: WorkTerminal, plan: TopdownPlanDocument): Promise<void> {
  const { print } = terminal
  const { formatBytes, formatSeconds } = await import('../../run/pace.ts')
  print('\nTop-down, from these measurements:')
  for (const { name, level, mode, words } of plan.facts) print(`  "${name}" (${level}, ${mode}) ${words}.`)
  print(`  Public facts: ${impliedWords(plan.implied)}`)
  print()
  const rows = plan.errors.map((e) => [
    e.level,
    e.query,
    e.measured ?? '',
    Number.isFinite(e.standardError) ? e.standardError : 'not determined',
  ])
  terminal.table(['level', 'query', 'noise (s.d.)', 'standard error when released'], rows)
  for (const table of plan.fit ?? []) showFittedTable(terminal, table)
  print(`\nSolving takes about ${formatSeconds(plan.seconds)} and ${formatBytes(plan.memoryBytes)} of memory.`)
}
