/**
 * Contributors as readers: one who is alone in cells knows them, and a few may put together what they know. Every need must have a proof that
 * moves none of those cells. A proof that moves cells of nobody serves for all readers; where it moves cells of one, a proof without these is
 * looked for, and so on up to as many readers as may work together, which covers every choice of them.
 */
import type { Deviation } from './deviation.ts'
import { proves } from './deviation.ts'
import type { DeviationProgram } from './deviation-program.ts'
import type { Pattern } from './pattern.ts'
import type { Need } from './problem.ts'

export interface Readers {
  /** By reader: the cells that only this one contributes to. */
  readonly cells: readonly (readonly number[])[]
  /** How many of them may work together. */
  readonly coalition: number
}

export interface ProvedNeed {
  readonly need: Need
  readonly proof: Deviation
}

export interface ReaderProofs {
  readonly proved: readonly ProvedNeed[]
  /** Needs that the pattern does not meet for these readers. */
  readonly open: readonly Need[]
}

export function proveForReaders(
  pattern: Pattern,
  program: DeviationProgram,
  readers: Readers,
  shouldStop: () => boolean = () => false,
): ReaderProofs {
  const readersOf = new Map<number, number[]>()
  readers.cells.forEach((cells, r) => {
    for (const cell of cells) readersOf.set(cell, [...(readersOf.get(cell) ?? []), r])
  })
  const search = new ReaderSearch(pattern, program, readers, readersOf)
  pattern.needs.forEach((need, n) => {
    const proof = pattern.proofs[n]
    if (need.known === undefined && proof !== undefined && !shouldStop()) search.cover(need, proof, [])
  })
  return search
}

class ReaderSearch implements ReaderProofs {
  readonly proved: ProvedNeed[] = []
  readonly open: Need[] = []
  readonly #seen = new Set<string>()
  readonly #pattern: Pattern
  readonly #program: DeviationProgram
  readonly #readers: Readers
  readonly #readersOf: ReadonlyMap<number, readonly number[]>

  constructor(
    pattern: Pattern,
    program: DeviationProgram,
    readers: Readers,
    readersOf: ReadonlyMap<number, readonly number[]>,
  ) {
    this.#pattern = pattern
    this.#program = program
    this.#readers = readers
    this.#readersOf = readersOf
  }

  /** Proofs for everybody whose cells this proof moves, on top of those who work together already. */
  cover(need: Need, proof: Deviation, together: readonly number[]): void {
    if (together.length === this.#readers.coalition) return
    const moved = new Set([...proof.cells].flatMap((cell) => this.#readersOf.get(cell) ?? []))
    for (const reader of [...moved].sort((a, b) => a - b)) {
      const group = [...together, reader].sort((a, b) => a - b)
      const known = [...new Set(group.flatMap((r) => this.#readers.cells[r]))].sort((a, b) => a - b)
      // Nobody is protected against what is one's own.
      if (known.includes(need.cell) || together.includes(reader)) continue
      const name = `${need.cell}:${need.direction}:${need.by}:${group}`
      if (this.#seen.has(name)) continue
      this.#seen.add(name)
      const asked = { ...need, known }
      const found = this.#proofOf(asked)
      if (found === undefined) this.open.push(asked)
      else {
        this.proved.push({ need: asked, proof: found })
        this.cover(need, found, group)
      }
    }
  }

  #proofOf(need: Need): Deviation | undefined {
    const { proofs, withheld } = this.#pattern
    const there = proofs.find((proof) => proof !== undefined && proves(proof, need))
    return there ?? this.#program.find(need, () => 1, withheld)
  }
}
