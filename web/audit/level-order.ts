/** Levels that are ranges of a number, such as "<25", "25-55" and ">55", put in their order. */
import type { CountedTable } from './bounds.ts'

/** Where a range begins, a little less for "below" and a little more for "above"; undefined when it is no range. */
export function rangeStart(level: string): number | undefined {
  const match =
    /^(<=?|>=?|≤|≥|under |over )?\s*\$?(-?[\d.,]+)\s*([kM%]?)\s*(?:(?:-|–|to)\s*\$?-?[\d.,]+\s*[kM%]?|\+)?$/.exec(
      level.trim(),
    )
  if (match === null) return undefined
  const value = Number(match[2].replaceAll(',', '')) * (match[3] === 'k' ? 1e3 : match[3] === 'M' ? 1e6 : 1)
  const sign = match[1]?.trim()
  if (Number.isNaN(value)) return undefined
  if (sign === '<' || sign === '<=' || sign === '≤' || sign === 'under') return value - 0.5
  return sign === undefined ? value : value + 0.5
}

/** The table with such variables in their order, and which they are: only their neighbours make sense as one level. */
export function withOrderedLevels(table: CountedTable): { table: CountedTable; ordered: readonly number[] } {
  const ordered: number[] = []
  const changed = table.variables.map(({ name, levels }, v) => {
    const starts = levels.map(rangeStart)
    if (starts.includes(undefined) || new Set(starts).size < levels.length)
      return { variable: { name, levels }, codes: table.codes[v] }
    ordered.push(v)
    const order = levels.map((_, i) => i).sort((a, b) => starts[a]! - starts[b]!)
    const place = Int32Array.from(levels, (_, i) => order.indexOf(i))
    return { variable: { name, levels: order.map((i) => levels[i]) }, codes: table.codes[v].map((code) => place[code]) }
  })
  const variables = changed.map(({ variable }) => variable)
  return { table: { variables, codes: changed.map(({ codes }) => codes), counts: table.counts }, ordered }
}
