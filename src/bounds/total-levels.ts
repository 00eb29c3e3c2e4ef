/** Levels that are totals: a line "all districts" among the districts counts everybody twice. */
import type { CountedTable } from '../model/counted-table.ts'

export interface TotalLevel {
  readonly variable: string
  readonly level: string
}

/** Of fewer levels, or in fewer lines, it happens by chance that one is the sum of the others. */
const LEAST_LEVELS = 3
const LEAST_LINES = 2

/** Levels whose count is that of all other levels of the variable together, whatever the other variables are. */
export function totalLevels(table: CountedTable): readonly TotalLevel[] {
  return table.variables.flatMap(({ name, levels }, v) =>
    levels.length < LEAST_LEVELS ? [] : totalsOf(table, v).map((l) => ({ variable: name, level: levels[l] })),
  )
}

function totalsOf(table: CountedTable, v: number): readonly number[] {
  const { variables, codes, counts } = table
  const levels = variables[v].levels.length
  const lines = linesWithout(table, v)
  const byLine = new Map<number, Float64Array>()
  for (const [c, count] of counts.entries()) {
    if (count === 0) continue
    const line = byLine.get(lines[c]) ?? new Float64Array(levels)
    line[codes[v][c]] += count
    byLine.set(lines[c], line)
  }
  if (byLine.size < LEAST_LINES) return []
  const all = [...byLine.values()].map((line) => ({ line, sum: line.reduce((sum, count) => sum + count, 0) }))
  // Half of all is the sum of the others.
  return [...variables[v].levels.keys()].filter((level) => all.every(({ line, sum }) => 2 * line[level] === sum))
}

/** By cell, the number of its combination of all variables but one. */
function linesWithout({ variables, codes, counts }: CountedTable, v: number): Float64Array {
  const lines = new Float64Array(counts.length)
  let stride = 1
  for (const [w, { levels }] of variables.entries()) {
    if (w === v) continue
    for (let c = 0; c < lines.length; c++) lines[c] += stride * codes[w][c]
    stride *= levels.length
  }
  return lines
}
