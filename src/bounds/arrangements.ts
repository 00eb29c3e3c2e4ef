/** Which variables make the rows and which the columns. */
export type Arrangement = readonly [rows: readonly number[], columns: readonly number[]]

/** The given sides, then those with one variable on the other side, two, up to `moves`, each once; no side is empty. */
export function* arrangementsOf(
  rows: readonly number[],
  columns: readonly number[],
  moves: number,
): Generator<Arrangement> {
  yield [rows, columns]
  const variables = [...rows, ...columns]
  const other = (side: readonly number[], from: readonly number[], moved: ReadonlySet<number>): readonly number[] => {
    const came = from.filter((variable) => moved.has(variable))
    const stayed = side.filter((variable) => !moved.has(variable))
    return came.length === 0 ? stayed : [...stayed, ...came].sort((a, b) => a - b)
  }
  for (let size = 1; size <= Math.min(moves, variables.length); size++)
    for (const chosen of subsets(variables, size)) {
      const moved = new Set(chosen)
      const next: Arrangement = [other(rows, columns, moved), other(columns, rows, moved)]
      if (next[0].length > 0 && next[1].length > 0) yield next
    }
}

function* subsets(items: readonly number[], size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) yield []
  for (let k = from; k <= items.length - size && size > 0; k++)
    for (const rest of subsets(items, size - 1, k + 1)) yield [items[k], ...rest]
}
