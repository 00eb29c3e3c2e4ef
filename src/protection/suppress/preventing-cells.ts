/**
 * Why a need cannot be met: a smallest set of published cells that prevents it whatever else is withheld. Cells that a cheapest deviation moves are
 * taken in until there is none; then each is left out again if the others do.
 */
import type { EngineSource } from '../../optimize/index.ts'
import { DeviationProgram } from './deviation-program.ts'
import type { Need, SuppressionProblem } from './problem.ts'

/** Cells that are published whatever happens, none of which can be left out; none where not even all cells withheld would do. */
export async function preventingCells(
  problem: SuppressionProblem,
  need: Need,
  engine?: EngineSource,
): Promise<readonly number[]> {
  const program = await DeviationProgram.open(problem, engine)
  const allowed = new Uint8Array(problem.value.length).fill(1)
  const cost = (cell: number): number => (problem.fixed[cell] === 1 ? 1 : FREE)
  try {
    const taken: number[] = []
    for (;;) {
      const found = program.find(need, cost, allowed)
      if (found === undefined) break
      const fixed = [...found.cells].filter((cell) => problem.fixed[cell] === 1)
      if (fixed.length === 0) return [] // it can be met after all: the engine said otherwise before
      for (const cell of fixed) allowed[cell] = 0
      taken.push(...fixed)
    }
    const needed = taken.filter((cell) => {
      allowed[cell] = 1
      const isNeeded = program.find(need, cost, allowed) !== undefined
      if (isNeeded) allowed[cell] = 0
      return isNeeded
    })
    return needed.sort((a, b) => a - b)
  } finally {
    program.close()
  }
}

/** What a cell costs here that may be withheld anyway. */
const FREE = 1e-6
