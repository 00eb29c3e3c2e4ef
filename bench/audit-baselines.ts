/** The two ways of bounding cells that the paper compares with: the classical dynamic program and an integer program. */
import type { Highs, InitOptions } from 'highs'
import type { ConditionalTable } from 'tacet/bounds'

/**
 * Algorithm 3.4 of Wright and Smucker (2014): the least (or largest) multiplier of one row by g_i(c) over all c, with
 * the row placed last. O((N - R) I) a bound. Returns NaN when there is no solution.
 */
export function classicalBound(table: ConditionalTable, row: number, sense: 'min' | 'max'): number {
  const { slack, sums } = table
  const worst = sense === 'min' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  const g = new Float64Array(slack + 1).fill(worst)
  g[0] = 0
  for (let i = 0; i < table.rows; i++) if (i !== row && sums[i] > 0) step(g, sums[i], 0, sense)
  step(g, sums[row], 1, sense)
  return Number.isFinite(g[slack]) ? g[slack] : Number.NaN
}

function step(g: Float64Array, size: number, cost: number, sense: 'min' | 'max'): void {
  if (sense === 'min') {
    for (let c = size; c < g.length; c++) if (g[c - size] + cost < g[c]) g[c] = g[c - size] + cost
  } else {
    for (let c = size; c < g.length; c++) if (g[c - size] + cost > g[c]) g[c] = g[c - size] + cost
  }
}

export async function loadHighs(): Promise<Highs> {
  const { default: load } = (await import('highs')) as unknown as { default: (options?: InitOptions) => Promise<Highs> }
  return load()
}

/**
 * Lends `use` a function that bounds one row's multiplier by two integer programs: one model, of which only the
 * objective changes, as in the paper.
 */
export function withMilp<T>(
  highs: Highs,
  table: ConditionalTable,
  use: (bounds: (row: number) => readonly [number, number]) => T,
): T {
  const used = Array.from(table.sums.keys()).filter((i) => table.sums[i] > 0)
  const place = new Map(used.map((row, k) => [row, k]))
  const numCols = used.length
  const data = {
    numRows: 1,
    numCols,
    colCost: new Float64Array(numCols),
    colLower: new Float64Array(numCols),
    colUpper: Float64Array.from(used, (i) => Math.floor(table.slack / table.sums[i])),
    rowLower: Float64Array.of(table.slack),
    rowUpper: Float64Array.of(table.slack),
    matrix: {
      format: 'csr' as const,
      numRows: 1,
      numCols,
      starts: Int32Array.of(0, numCols),
      indices: Int32Array.from(used, (_, k) => k),
      values: Float64Array.from(used, (i) => table.sums[i]),
    },
    integrality: new Int32Array(numCols).fill(1),
  }
  return highs.withModel(data, (model) => {
    model.options.set({ output_flag: false, mip_rel_gap: 0, time_limit: 20 })
    const bound = (column: number, turn: 1 | -1): number => {
      model.changeColCost(column, turn)
      const { modelStatus } = model.run()
      const value = modelStatus === highs.constants.modelStatus.optimal ? turn * model.getObjectiveValue() : Number.NaN
      model.changeColCost(column, 0)
      return Math.round(value)
    }
    return use((row) => [bound(place.get(row)!, 1), bound(place.get(row)!, -1)])
  })
}
