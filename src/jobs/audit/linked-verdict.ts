/** What the bounds of several releases say of a cell, and which of the releases are enough to say it. */

/** `by`: the tables of counts alone, all releases together, or these with what is known beforehand. */
export interface CellVerdict {
  readonly kind: 'disclosed' | 'small'
  readonly by: 'margins' | 'releases' | 'known'
}

interface Bounds {
  readonly lower: number
  readonly upper: number
}

/** Whether a cell above 0 is disclosed, or known to be small. */
export function kindOf({ lower, upper }: Bounds, small: number): CellVerdict['kind'] | undefined {
  if (upper === 0) return undefined
  if (lower === upper) return 'disclosed'
  return upper < small ? 'small' : undefined
}

/** What is enough to say it: `alone` has the bounds that the tables of counts, and all releases, give by themselves. */
export function verdictOf(
  bounds: Bounds,
  alone: { readonly margins: Bounds | undefined; readonly releases: Bounds | undefined },
  small: number,
): CellVerdict | null {
  const kind = kindOf(bounds, small)
  if (kind === undefined) return null
  const says = (part: Bounds | undefined): boolean => part !== undefined && kindOf(part, small) === kind
  return { kind, by: says(alone.margins) ? 'margins' : says(alone.releases) ? 'releases' : 'known' }
}

const WHO = {
  margins: 'margins',
  releases: 'releases together',
  known: 'releases and what is known',
} as const

export function verdictWords(verdict: CellVerdict | null): string {
  if (verdict === null) return ''
  const who = WHO[verdict.by]
  return verdict.kind === 'disclosed' ? `${who} disclose this cell` : `${who} show that this cell is small`
}
