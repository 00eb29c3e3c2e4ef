/** Why a cell is withheld that is not sensitive itself: the sensitive cells whose proofs move it. */
import type { ProvedNeed } from './readers.ts'

/** By cell, the cells that it protects, in order; cells that no proof moves are not in it. */
export function cellsProtectedBy(proved: readonly ProvedNeed[]): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, Set<number>>()
  for (const { need, proof } of proved)
    for (const cell of proof.cells) {
      if (cell === need.cell) continue
      const list = found.get(cell)
      if (list === undefined) found.set(cell, new Set([need.cell]))
      else list.add(need.cell)
    }
  return new Map([...found].map(([cell, list]) => [cell, [...list].sort((a, b) => a - b)]))
}
