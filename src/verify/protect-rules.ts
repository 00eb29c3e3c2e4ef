/** Which cells a rule makes sensitive and what it asks for them, in fractions: written from the definitions, apart from what protects tables. */
import {
  ceiling,
  compare,
  divide,
  multiply,
  parseRational,
  type Rational,
  rational,
  subtract,
  ZERO,
} from '../exact/index.ts'
import type { SpecProtect, SpecRule } from '../spec/index.ts'

export interface CellContents {
  readonly value: number
  /** Null where nobody says. */
  readonly contributors: number | null
  readonly size: number
  readonly largest: readonly number[]
  readonly asked?: number | undefined
}

export interface NeedsOfCell {
  readonly up: number
  readonly down: number
}

const units = (amount: number): Rational => rational(BigInt(amount))
const share = (percent: number): Rational => divide(parseRational(percent), rational(100n))

/** Where no rule says how much: of the value. */
const USUAL = 10

export function requiredNeeds(
  cell: CellContents,
  { rules, needs }: Pick<SpecProtect, 'rules' | 'needs'>,
  isCount: boolean,
  isMarked: boolean,
): NeedsOfCell | undefined {
  const size = isMarked ? Math.abs(cell.value) : cell.size
  const ofValue = (percent: number): Rational => multiply(share(percent), units(Math.abs(size)))
  const asked = rules.flatMap((rule): Rational[] => {
    const need = broken(rule, cell, isCount, ofValue)
    return need === undefined ? [] : [need]
  })
  if (isMarked) asked.push(ofValue(needs ?? USUAL))
  if (asked.length === 0) return undefined
  const most = needs === undefined ? asked.reduce((a, b) => (compare(a, b) > 0 ? a : b)) : ofValue(needs)
  const up = Math.max(1, Number(ceiling(most)))
  return { up, down: Math.min(up, Math.abs(size)) }
}

/** What a rule asks of a cell that breaks it. */
function broken(
  rule: SpecRule,
  { contributors, size, largest, asked = 0 }: CellContents,
  isCount: boolean,
  ofValue: (percent: number) => Rational,
): Rational | undefined {
  const top = (n: number): number => largest.slice(0, n).reduce((sum, amount) => sum + amount, 0)
  const first = units(largest[0] ?? 0)
  const without = (n: number): Rational => units(size - top(n))
  const positive = (need: Rational): Rational | undefined => (compare(need, ZERO) > 0 ? need : undefined)
  switch (rule.kind) {
    case 'count':
      if (contributors === null || contributors === 0 || contributors >= rule.least) return undefined
      return isCount ? units(rule.least - size) : ofValue(USUAL)
    case 'p':
      return positive(subtract(multiply(share(rule.percent), first), without(1 + rule.coalition)))
    case 'pq':
      return positive(subtract(multiply(divide(share(rule.percent), share(rule.known)), first), without(2)))
    case 'dominance':
      return positive(subtract(divide(units(top(rule.largest)), share(rule.percent)), units(size)))
    case 'request': {
      if (compare(units(asked), multiply(share(rule.percent), units(size))) <= 0) return undefined
      const need = subtract(multiply(share(rule.percent), units(asked)), without(2))
      return compare(need, ZERO) > 0 ? need : ZERO
    }
  }
}
