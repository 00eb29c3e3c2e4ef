/**
 * The cost tables of sections 6, 7 and 9.2 as the paper writes them: entry v of a table is the least cost of a subtree
 * (or of a head of the chain) whose value is v, for v from 0 to a bound. The mechanisms do not need them; they are the
 * paper's own baseline, and its printed tables are held against them.
 */

export type CostTable = readonly number[]

/** (v - noisy)^2 for v = 0, ..., most: Equation 4a at a leaf. */
export function ownCosts(noisy: number, most: number): CostTable {
  return Array.from({ length: most + 1 }, (_, v) => (v - noisy) ** 2)
}

/** The least sum of the children's costs when their values add up to v: Algorithm 1, by sorting slopes. */
export function mergeTables(children: readonly CostTable[], most: number): CostTable {
  const slopes = children.flatMap((table) => table.slice(1).map((cost, v) => cost - table[v]))
  slopes.sort((a, b) => a - b)
  const merged = [children.reduce((sum, table) => sum + table[0], 0)]
  for (let v = 1; v <= most; v++) merged.push(merged[v - 1] + slopes[v - 1])
  return merged
}

export function addTables(a: CostTable, b: CostTable): CostTable {
  return a.map((cost, v) => cost + b[v])
}

/** The least of a table's costs up to each value: Equation 8b between nodes of the same level. */
export function leastSoFar(table: CostTable): CostTable {
  let least = Number.POSITIVE_INFINITY
  return table.map((cost) => (least = Math.min(least, cost)))
}
