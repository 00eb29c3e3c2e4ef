/** What withholding each cell costs. */
import type { TableContents } from '../../protection/index.ts'

/** A cell that costs nothing would be withheld for nothing. */
const LEAST = 1e-9

const COSTS: Readonly<Record<'value' | 'count' | 'log', (amount: number) => number>> = {
  value: (amount) => amount,
  count: () => 1,
  log: Math.log1p,
}

export function cellCosts({ value, decimals }: TableContents, cost: keyof typeof COSTS): Float64Array {
  return value.map((units) => Math.max(LEAST, COSTS[cost](Math.abs(units) / 10 ** decimals)))
}
