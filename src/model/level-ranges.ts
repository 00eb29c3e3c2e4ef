/** Levels that are numbers or ranges of a number, such as "<25", "25-55" and ">55": where each begins. */

/** Where each level begins; undefined unless all are such ranges and no two begin alike. */
export function rangeStarts(levels: readonly string[]): readonly number[] | undefined {
  const starts: number[] = []
  for (const level of levels) {
    const start = rangeStart(level)
    if (start === undefined) return undefined
    starts.push(start)
  }
  return new Set(starts).size < starts.length ? undefined : starts
}

/** A little less than its number for "below", a little more for "above". */
function rangeStart(level: string): number | undefined {
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
