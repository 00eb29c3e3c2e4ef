/** What the bounds of several releases say of a cell, and which of the releases are enough to say it. */

/** `by`: the tables of counts alone, or all releases together. */
export interface CellVerdict {
  readonly kind: 'disclosed' | 'small'
  readonly by: 'margins' | 'releases'
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

/** `margins`: the bounds from the tables of counts alone, where there are any. */
export function verdictOf(bounds: Bounds, margins: Bounds | undefined, small: number): CellVerdict | null {
  const kind = kindOf(bounds, small)
  if (kind === undefined) return null
  return { kind, by: margins !== undefined && kindOf(margins, small) === kind ? 'margins' : 'releases' }
}

export function verdictWords(verdict: CellVerdict | null): string {
  if (verdict === null) return ''
  const who = verdict.by === 'margins' ? 'margins' : 'releases together'
  return verdict.kind === 'disclosed' ? `${who} disclose this cell` : `${who} show that this cell is small`
}
