/**
 * A first pattern: need by need, the cheapest deviation over all cells that may be withheld; what it moves is withheld and costs next to nothing
 * from then on. Each program is solved twice, the second time dear where the first moved little, which makes the pattern sparser.
 */
import type { Deviation } from './deviation.ts'
import type { DeviationProgram } from './deviation-program.ts'
import { Pattern } from './pattern.ts'
import type { Need, SuppressionProblem } from './problem.ts'

/** What a cell that is withheld already costs, against one that is not. */
const NEXT_TO_NOTHING = 1e-7
/** The share of a need that makes a small move dear. */
const SMALL_MOVE = 0.02

/** A pattern, and the needs that no cells can meet. */
export interface Start {
  readonly pattern: Pattern
  readonly impossible: readonly Need[]
}

export function startPattern(problem: SuppressionProblem, program: DeviationProgram): Start {
  const pattern = new Pattern(problem)
  const allowed = problem.fixed.map((fixed) => 1 - fixed)
  for (const cell of problem.sensitive) allowed[cell] = 1
  const impossible: Need[] = []
  pattern.needs.forEach((need, n) => {
    if (pattern.proofs[n] !== undefined) return
    const deviation = sparse(problem, program, pattern, need, allowed)
    if (deviation === undefined) impossible.push(need)
    else pattern.take(deviation)
  })
  return { pattern, impossible }
}

function sparse(
  { cost }: SuppressionProblem,
  program: DeviationProgram,
  { withheld }: Pattern,
  need: Need,
  allowed: Uint8Array,
): Deviation | undefined {
  const price = (cell: number): number => cost[cell] * (withheld[cell] === 1 ? NEXT_TO_NOTHING : 1)
  const first = program.find(need, price, allowed)
  if (first === undefined) return undefined
  const moved = new Map([...first.cells].map((cell, i) => [cell, Math.abs(first.moves[i]) / need.by]))
  return program.find(need, (cell) => price(cell) / ((moved.get(cell) ?? 0) + SMALL_MOVE), allowed) ?? first
}

/** A pattern around cells that are chosen already: they cost nothing more, and what they cannot meet is completed. */
export function startFrom(problem: SuppressionProblem, program: DeviationProgram, chosen: Uint8Array): Pattern {
  const pattern = new Pattern(problem)
  const allowed = problem.fixed.map((fixed) => 1 - fixed)
  for (const cell of problem.sensitive) allowed[cell] = 1
  pattern.needs.forEach((need, n) => {
    if (pattern.proofs[n] !== undefined) return
    const price = (cell: number): number =>
      problem.cost[cell] * (chosen[cell] === 1 || pattern.withheld[cell] === 1 ? NEXT_TO_NOTHING : 1)
    const found = program.find(need, price, allowed)
    if (found !== undefined) pattern.take(found)
  })
  return pattern
}
