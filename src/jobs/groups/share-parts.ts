/** `--shares 5,5,5,85`: parts of the budget, one per level from the top, as exact fractions of their sum. */
import { divide, formatRational, parseRational, type Rational, sum } from '../../exact/index.ts'
import { badInput, listed } from '../../request-error.ts'

export function sharesInProportion(levels: readonly string[], texts: readonly string[]): readonly Rational[] {
  if (texts.length !== levels.length) {
    throw badInput(
      `\`shares\` gives ${texts.length} parts for ${levels.length} levels: ${listed(levels)}. Give one per level, from the top.`,
    )
  }
  const parts = texts.map((text) => parseRational(text, '`shares`'))
  const wrong = parts.find(({ num }) => num <= 0n)
  if (wrong !== undefined) {
    throw badInput(`\`shares\`: a part is ${formatRational(wrong)}. Every level needs one above 0, as in 1,1,2.`)
  }
  const whole = sum(parts)
  return parts.map((part) => divide(part, whole))
}
