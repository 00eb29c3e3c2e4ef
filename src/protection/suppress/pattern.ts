/** A pattern of withheld cells with its proof: for every need a deviation that moves withheld cells alone. */
import { type Deviation, isWithin, opposite, proves } from './deviation.ts'
import { type Need, needsOf, type SuppressionProblem } from './problem.ts'

export class Pattern {
  readonly problem: SuppressionProblem
  readonly needs: readonly Need[]
  /** 1: withheld. */
  readonly withheld: Uint8Array
  readonly #isSensitive: Uint8Array
  /** Of each need; undefined while it is not proved. */
  readonly proofs: (Deviation | undefined)[]
  readonly #needsOfCell = new Map<number, number[]>()

  constructor(problem: SuppressionProblem) {
    this.problem = problem
    this.needs = needsOf(problem)
    this.withheld = new Uint8Array(problem.value.length)
    for (const cell of problem.sensitive) this.withheld[cell] = 1
    this.#isSensitive = this.withheld.slice()
    this.proofs = this.needs.map(() => undefined)
    this.needs.forEach(({ cell }, n) => {
      this.#needsOfCell.set(cell, [...(this.#needsOfCell.get(cell) ?? []), n])
    })
  }

  isSensitive(cell: number): boolean {
    return this.#isSensitive[cell] === 1
  }

  /** Withholds what the deviation moves, and takes it, and what it is the other way round, as a proof of all that it proves. */
  take(deviation: Deviation): void {
    for (const cell of deviation.cells) this.withheld[cell] = 1
    this.#prove(deviation)
    const turned = opposite(deviation)
    if (isWithin(turned, this.problem)) this.#prove(turned)
  }

  #prove(deviation: Deviation): void {
    for (const cell of deviation.cells)
      for (const n of this.#needsOfCell.get(cell) ?? [])
        if (this.proofs[n] === undefined && proves(deviation, this.needs[n])) this.proofs[n] = deviation
  }

  /** Publishes again what no proof moves: nothing rests on it, and readers could work it out. `others`: proofs besides its own. */
  dropIdle(others: readonly Deviation[]): void {
    const moved = new Uint8Array(this.withheld.length)
    for (const proof of [...this.proofs, ...others]) for (const cell of proof?.cells ?? []) moved[cell] = 1
    for (let cell = 0; cell < moved.length; cell++)
      if (moved[cell] === 0 && this.#isSensitive[cell] === 0) this.withheld[cell] = 0
  }

  /** Every need has its deviation. */
  isProved(): boolean {
    return !this.proofs.includes(undefined)
  }

  /** Withheld to protect others. */
  secondary(): readonly number[] {
    const found: number[] = []
    this.withheld.forEach((one, cell) => {
      if (one === 1 && !this.isSensitive(cell)) found.push(cell)
    })
    return found
  }

  /** What the secondary cells cost. */
  cost(): number {
    return this.secondary().reduce((sum, cell) => sum + this.problem.cost[cell], 0)
  }
}
