/** What withholding each cell costs. */
import type { TableContents } from '../rules/table-contents.ts'

/** A cell that costs nothing would be withheld for nothing. */
const LEAST = 1e-9

export type CellCost = 'value' | 'count' | 'log'

const COSTS: Readonly<Record<CellCost, (amount: number) => number>> = {
  value: (amount) => amount,
  count: () => 1,
  log: Math.log1p,
}

export function cellCosts({ value, decimals }: TableContents, cost: CellCost): Float64Array {
  return value.map((units) => Math.max(LEAST, COSTS[cost](Math.abs(units) / 10 ** decimals)))
}
