/**
 * Texts that differ in case alone (F and f) are one value, written as most records have it; of two as frequent, the first in the
 * order of letters. For counts that are no private release: there, levels are declared, and a value is the one declared.
 */

/** For each text the spelling that stands for it. `counts[i]`: how many records have the text i. */
export function commonSpelling(texts: readonly string[], counts: ArrayLike<number>): ReadonlyMap<string, string> {
  const totals = new Map<string, number>()
  texts.forEach((text, i) => {
    totals.set(text, (totals.get(text) ?? 0) + counts[i])
  })
  const best = new Map<string, string>()
  for (const [text, count] of totals) {
    const key = text.toLowerCase()
    const other = best.get(key)
    const most = other === undefined ? -1 : (totals.get(other) as number)
    if (other === undefined || count > most || (count === most && text < other)) best.set(key, text)
  }
  return new Map([...totals.keys()].map((text) => [text, best.get(text.toLowerCase()) as string]))
}

/** The values that are written in several ways, each with the common way first. */
export function caseVariants(spelling: ReadonlyMap<string, string>): readonly (readonly string[])[] {
  const ways = new Map<string, string[]>()
  for (const [text, common] of spelling) {
    const list = ways.get(common) ?? [common]
    if (text !== common) list.push(text)
    ways.set(common, list)
  }
  return [...ways.values()].filter((list) => list.length > 1)
}
