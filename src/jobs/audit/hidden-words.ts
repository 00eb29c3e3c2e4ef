/** What is said of levels that rounding hides (`bounds/hidden-levels.ts`). */
const NAMED = 3

export function hiddenWords(hidden: readonly string[]): string {
  const named = hidden
    .slice(0, NAMED)
    .map((level) => `"${level}"`)
    .join(', ')
  const more = hidden.length > NAMED ? ` and ${hidden.length - NAMED} more` : ''
  const [is, it] = hidden.length === 1 ? ['is', 'it'] : ['are', 'them']
  return `${named}${more} ${is} printed as 0 everywhere, and a reader knows that somebody has ${it}: a small count may be worked out from that.`
}
