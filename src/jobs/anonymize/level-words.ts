/** The levels of full-domain recoding in words, and what is known of them. */
import type { LevelFigures } from './figures.ts'

export function levelWords({ of, cost, value, proved }: LevelFigures): string {
  const levels = Object.entries(of).map(([name, level]) => `${name} ${level}`)
  const known = proved ? 'no other levels cost less' : 'the search was stopped before others were ruled out'
  return `${levels.join(', ')}; ${cost} ${Number(value.toPrecision(10))}, ${known}`
}
