import { formatRational } from '../exact/rational.ts'
import { remainingUnder } from './cap.ts'
import { describeCost, downward } from './composition.ts'
import { composed } from './event.ts'
import { largeSpendWords } from './large-loss.ts'
import type { LedgerRun, LedgerState } from './ledger.ts'

export interface LedgerSummary {
  readonly dataset: string
  readonly unit: string
  readonly cap: string | null
  readonly spent: string
  readonly remaining: { readonly exact: string; readonly decimal: string } | null
  readonly runs: readonly (Omit<LedgerRun, 'cost'> & { readonly cost: string })[]
  readonly lines: number
  readonly head: string
  /** On a sum that protects hardly anybody. */
  readonly remarks: readonly string[]
}

/** The ledger for people and for JSON. */
export function summariseLedger({ dataset, unit, cap, runs, spent, head }: LedgerState): LedgerSummary {
  const all = [...runs.values()]
  const left = cap && remainingUnder(cap, spent)
  const delta = cap?.kind === 'approximate' ? cap.delta : undefined
  return {
    dataset,
    unit,
    cap: cap ? describeCost(cap) : null,
    spent: describeCost(composed(all.map((run) => run.cost)), delta),
    remaining: left ? { exact: formatRational(left), decimal: downward(left) } : null,
    runs: all.map((run) => ({ ...run, cost: describeCost(run.cost) })),
    lines: head.index + 1,
    head: head.hash,
    remarks: largeSpendWords(spent, delta),
  }
}
