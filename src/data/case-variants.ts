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

/**
 * For each text the spelling that stands for it: the first in the order of letters. For names that a private release takes from
 * the data: it follows from the texts that occur, and not from how many records have them.
 */
export function firstSpelling(texts: readonly string[]): ReadonlyMap<string, string> {
  const first = new Map<string, string>()
  for (const text of texts) {
    const other = first.get(text.toLowerCase())
    if (other === undefined || text < other) first.set(text.toLowerCase(), text)
  }
  return new Map(texts.map((text) => [text, first.get(text.toLowerCase()) as string]))
}

/** Of texts that no list has: the only one of the list that differs in case alone. */
export function listedSpelling(texts: readonly string[], list: readonly string[]): ReadonlyMap<string, string> {
  const known = new Set(list)
  const small = new Map<string, string[]>()
  for (const name of list) small.set(name.toLowerCase(), [...(small.get(name.toLowerCase()) ?? []), name])
  const found = texts
    .filter((text) => !known.has(text))
    .map((text) => [text, small.get(text.toLowerCase()) ?? []] as const)
  return new Map(found.filter(([, names]) => names.length === 1).map(([text, [name]]) => [text, name]))
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
