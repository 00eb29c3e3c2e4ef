/**
 * The transportation problem (Figure 1 of Munoz Medina et al.): pharmacies i with supplies s_i, hospital branches j that need r_j
 * units each (private: the number of patients), and a cost for every unit from i to j.
 *   minimise sum c_ij x_ij  subject to  sum_j x_ij <= s_i,  sum_i x_ij >= r_j,  x >= 0
 */
import { type Rational, rational, ZERO } from '../../exact/rational.ts'
import type { Entropy } from '../../noise/entropy.ts'
import { type Program, ProgramBuilder } from '../program/program.ts'
import { declarePrivate, type PrivateProgram } from '../sides/private-sides.ts'

export interface Transportation {
  readonly program: Program
  /** The most that any branch can need, which is public: its capacity. */
  readonly capacity: Rational
}

/** Whole costs of 1 to 100, needs of up to `capacity`, and supplies that cover every capacity and a tenth more. */
export function transportation(pharmacies: number, branches: number, entropy: Entropy, capacity = 200): Transportation {
  const builder = new ProgramBuilder('minimise')
  for (let i = 0; i < pharmacies; i++) {
    for (let j = 0; j < branches; j++) {
      builder.addVariable(`x_${i}_${j}`, ZERO, null, rational(BigInt(1 + entropy.belowSmall(100))))
    }
  }
  const supply = Math.ceil((branches * capacity * 1.1) / pharmacies)
  for (let i = 0; i < pharmacies; i++) {
    builder.startRow(`supply_${i}`, null, rational(BigInt(supply)))
    for (let j = 0; j < branches; j++) builder.entry(i * branches + j, 1)
  }
  for (let j = 0; j < branches; j++) {
    builder.startRow(`need_${j}`, rational(BigInt(capacity / 4 + entropy.belowSmall(capacity / 2))), null)
    for (let i = 0; i < pharmacies; i++) builder.entry(i * branches + j, 1)
  }
  return { program: builder.build(), capacity: rational(BigInt(capacity)) }
}

/** One patient more or less changes one need by one; every need is a whole number up to the capacity. */
export function privateTransportation({ program, capacity }: Transportation): PrivateProgram {
  return declarePrivate(program, {
    private: ['need_*'],
    floor: capacity,
    loosest: [['need_*', ZERO]],
    sensitivity: {
      relation: 'add-remove-person',
      disjoint: true,
      queries: [['need_*', { kind: 'count' }]],
    },
  })
}
