/**
 * Gives back what is not needed: the dearest secondary cell first, each is published again if all needs can still be met. Only deviations that
 * moved it must be found again.
 */
import type { Deviation } from './deviation.ts'
import type { DeviationProgram } from './deviation-program.ts'
import type { Pattern } from './pattern.ts'

/** Returns how many cells were given back. */
export function cleanUp(pattern: Pattern, program: DeviationProgram, shouldStop: () => boolean): number {
  const { cost } = pattern.problem
  const candidates = [...pattern.secondary()].sort((a, b) => cost[b] - cost[a] || a - b)
  let back = 0
  for (const cell of candidates) {
    if (shouldStop()) break
    if (giveBack(pattern, program, cell)) back++
  }
  return back
}

function giveBack(pattern: Pattern, program: DeviationProgram, cell: number): boolean {
  const { proofs, needs, withheld } = pattern
  const affected = proofs.flatMap((proof, n) => (proof?.cells.includes(cell) ? [n] : []))
  withheld[cell] = 0
  const before = affected.map((n): readonly [number, Deviation | undefined] => [n, proofs[n]])
  for (const n of affected) proofs[n] = undefined
  for (const n of affected) {
    if (proofs[n] !== undefined) continue
    const found = program.find(needs[n], () => 1, withheld)
    if (found === undefined) {
      for (const [at, proof] of before) proofs[at] = proof
      withheld[cell] = 1
      return false
    }
    pattern.take(found)
  }
  return true
}
