/**
 * The cheapest assignment: minimise sum over i of costs[i n + to(i)] over permutations `to`, in O(n^3), by shortest
 * augmenting paths with potentials (Jonker, Volgenant, Computing 38 (1987), 325-340).
 */
export function assignment(costs: Float64Array, n: number): Int32Array {
  const rowPrice = new Float64Array(n + 1)
  const columnPrice = new Float64Array(n + 1)
  const rowOf = new Int32Array(n + 1) // columns and rows from 1; 0 is nobody
  const from = new Int32Array(n + 1)
  for (let row = 1; row <= n; row++) {
    let column = shortestPath(costs, n, row, rowPrice, columnPrice, rowOf, from)
    while (column !== 0) {
      rowOf[column] = rowOf[from[column]]
      column = from[column]
    }
  }
  const to = new Int32Array(n)
  for (let column = 1; column <= n; column++) to[rowOf[column] - 1] = column - 1
  return to
}

/** Grows a tree of tight edges from `row` to a free column, which is returned; `from` leads back. */
function shortestPath(
  costs: Float64Array,
  n: number,
  row: number,
  rowPrice: Float64Array,
  columnPrice: Float64Array,
  rowOf: Int32Array,
  from: Int32Array,
): number {
  const slack = new Float64Array(n + 1).fill(Infinity)
  const reached = new Uint8Array(n + 1)
  rowOf[0] = row
  let column = 0
  do {
    reached[column] = 1
    const at = rowOf[column]
    let [step, next] = [Infinity, 0]
    for (let j = 1; j <= n; j++) {
      if (reached[j]) continue
      const reduced = costs[(at - 1) * n + j - 1] - rowPrice[at] - columnPrice[j]
      if (reduced < slack[j]) {
        slack[j] = reduced
        from[j] = column
      }
      if (slack[j] < step) [step, next] = [slack[j], j]
    }
    for (let j = 0; j <= n; j++) {
      if (reached[j]) {
        rowPrice[rowOf[j]] += step
        columnPrice[j] -= step
      } else slack[j] -= step
    }
    column = next
  } while (rowOf[column] !== 0)
  return column
}
