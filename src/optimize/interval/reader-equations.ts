/** What the reader of a table with withheld cells has: the equations on them, with the published cells put in. */
import type { Equations } from '../../model/index.ts'
import type { SignedEquations } from './equations.ts'

export interface PublishedTable {
  readonly equations: Equations
  /** Of published cells; what stands for withheld ones is not looked at. */
  readonly value: ArrayLike<number>
  /** 1: not published. */
  readonly withheld: ArrayLike<number>
  /** What a reader knows beforehand, by cell. */
  readonly lower: ArrayLike<number>
  readonly upper: ArrayLike<number>
}

export interface ReaderView {
  readonly system: SignedEquations
  /** The cells that are unknown, in the order of the system. */
  readonly cells: Int32Array
}

export function readerView({ equations, value, withheld, lower, upper }: PublishedTable): ReaderView {
  const cells: number[] = []
  for (let cell = 0; cell < withheld.length; cell++) if (withheld[cell] === 1) cells.push(cell)
  const place = new Map(cells.map((cell, i) => [cell, i]))
  const starts = [0]
  const members: number[] = []
  const signs: number[] = []
  const side: number[] = []
  for (let e = 0; e + 1 < equations.starts.length; e++) {
    let known = 0
    const before = members.length
    for (let t = equations.starts[e]; t < equations.starts[e + 1]; t++) {
      const cell = equations.members[t]
      const sign = t === equations.starts[e] ? -1 : 1
      const at = place.get(cell)
      if (at === undefined) known += sign * value[cell]
      else {
        members.push(at)
        signs.push(sign)
      }
    }
    if (members.length === before) continue
    starts.push(members.length)
    side.push(known === 0 ? 0 : -known)
  }
  return {
    cells: Int32Array.from(cells),
    system: {
      unknowns: cells.length,
      starts: Int32Array.from(starts),
      members: Int32Array.from(members),
      signs: Int8Array.from(signs),
      side: Float64Array.from(side),
      lower: Float64Array.from(cells, (cell) => lower[cell]),
      upper: Float64Array.from(cells, (cell) => upper[cell]),
    },
  }
}
