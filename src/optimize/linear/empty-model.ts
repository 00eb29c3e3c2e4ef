import { type LinearModel, rowName } from './model.ts'
import type { ConflictSide, Infeasible, Optimal } from './outcome.ts'

/** A model without columns: every row is 0. */
export function solveEmpty(model: LinearModel): Optimal | Infeasible {
  for (let index = 0; index < model.rowLower.length; index++) {
    const side = model.rowLower[index] > 0 ? 'lower' : model.rowUpper[index] < 0 ? 'upper' : undefined
    if (side === undefined) continue
    const bound = side === 'lower' ? model.rowLower[index] : model.rowUpper[index]
    const blamed: ConflictSide = { kind: 'row', index, name: rowName(model, index), side, bound }
    return { status: 'infeasible', conflict: [blamed], irreducible: true }
  }
  const nothing = new Float64Array(0)
  const duals = new Float64Array(model.rowLower.length)
  const certificate = { primal: 0, integrality: 0, dual: 0, gap: 0 }
  return { status: 'optimal', x: nothing, objective: 0, duals, reducedCosts: nothing, certificate }
}
