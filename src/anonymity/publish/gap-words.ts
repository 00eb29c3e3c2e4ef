/**
 * How far a loss is from the least possible, in words; undefined where the bound is too weak to tell anything. A bound of two
 * thirds of the loss says "at most 50 % above the least possible": beyond that the figure is about the bound and not about the
 * classes, and is left out.
 */
export function gapWords({ loss, lowerBound, optimal }: GapFigures): string | undefined {
  if (optimal) return 'the least possible'
  if (!isTelling({ loss, lowerBound })) return undefined
  return `at most ${((100 * (loss - lowerBound)) / lowerBound).toFixed(1)} % above the least possible`
}

export function isTelling({ loss, lowerBound }: Omit<GapFigures, 'optimal'>): boolean {
  return lowerBound > 0 && loss - lowerBound <= MOST_GAP * lowerBound
}

export interface GapFigures {
  readonly loss: number
  readonly lowerBound: number
  readonly optimal: boolean
}

const MOST_GAP = 0.5
