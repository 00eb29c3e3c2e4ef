/** How far the cost of a pattern is above the least possible, as far as that is proved. */
import type { ProtectFigures } from './result.ts'

export function gapOf({ cost, bound, optimal }: NonNullable<ProtectFigures['search']>): string {
  if (optimal || cost === 0) return 'the least possible'
  if (bound <= 0) return 'no lower bound was looked for'
  return `at most ${(100 * (cost / bound - 1)).toFixed(1)} % above the least possible`
}
