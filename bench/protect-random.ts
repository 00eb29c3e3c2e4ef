/** Made tables: for the heuristic against the optimum, for rounding and for intervals. Every one is the same at every run. */

import { type TableSystem, tableSystem, tableVariable } from 'tacet/model'
import { seededEntropy } from 'tacet/noise'
import type { SuppressionProblem } from 'tacet/protection'
import { added, flat } from './protect-data.ts'

const names = (letter: string, n: number): string[] => Array.from({ length: n }, (_, i) => `${letter}${i}`)

/** Groups of `width` codes below the total. */
export function nested(letter: string, groups: number, width: number): ReturnType<typeof tableVariable> {
  const parents = new Map<string, string>()
  for (const group of names(letter, groups)) {
    parents.set(group, 'Total')
    for (const code of names(`${group}.`, width)) parents.set(code, group)
  }
  return tableVariable(letter, 'Total', [parents])
}

export interface MadeTable {
  readonly system: TableSystem
  readonly value: Float64Array
}

/** Amounts of very different size, a tenth of the cells empty. */
export function madeTable(seed: string, system: TableSystem, most: number): MadeTable {
  const entropy = seededEntropy(seed)
  const inner = Float64Array.from({ length: system.cells }, () => {
    const uniform = (entropy.belowSmall(2 ** 30) + 0.5) / 2 ** 30
    return entropy.belowSmall(10) === 0 ? 0 : 1 + Math.floor(most ** uniform)
  })
  return { system, value: added(system, inner) }
}

export function madeSystem(rows: number): TableSystem {
  return tableSystem([nested('r', rows, 5), flat('c', names('c', 4))], [[0, 1]])
}

/** A fifth of the cells are sensitive, with 10 % of their value. */
export function madeProblem(seed: string, { system, value }: MadeTable): SuppressionProblem {
  const entropy = seededEntropy(`${seed}, sensitive`)
  const sensitive = [...value.keys()].filter((c) => c > 0 && value[c] > 0 && entropy.belowSmall(5) === 0)
  const need = new Float64Array(system.cells)
  for (const c of sensitive) need[c] = Math.max(1, Math.ceil(value[c] / 10))
  return {
    value,
    equations: system.equations,
    lower: new Float64Array(system.cells),
    upper: value.map((x) => 2 * x),
    sensitive,
    needUp: need,
    needDown: need,
    cost: value.map((x) => Math.max(1e-9, Math.log(1 + x))),
    fixed: Uint8Array.from(value, (x, c) => Number(x === 0 || c === 0)),
  }
}
