import type { PlanAnswer, PlanCell } from './plan-types.ts'

/** Half the width of an interval that holds the truth 19 times out of 20. */
export const marginOf = ({ standardError }: Pick<PlanCell, 'standardError'>): number => 1.96 * standardError

export function people(margin: number): string {
  if (margin === 0) return 'exact'
  if (!Number.isFinite(margin)) return 'unknown'
  return `± ${margin < 10 ? margin.toFixed(1) : Math.ceil(margin).toLocaleString('en')}`
}

/** The figure that the headline speaks of: the total of the smallest places, or their first query. */
export function headlineCell({ cells, levels }: PlanAnswer): PlanCell | undefined {
  const finest = cells.filter(({ level }) => level === levels.length - 1)
  return finest.find(({ query }) => query === 'total') ?? finest[0]
}

/** How much a person's presence can change the odds of any output. */
export function oddsWords(epsilon: number): string {
  const factor = Math.exp(epsilon)
  return factor < 10
    ? `× ${factor.toFixed(1)}`
    : factor < 1e6
      ? `× ${Math.round(factor).toLocaleString('en')}`
      : '× over a million'
}
