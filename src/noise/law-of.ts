/**
 * The exact law of a sampler, found by running it down every path of draws.
 *
 * The sampler is replayed with an `Entropy` that answers from a script and multiplies up the probability of its answers.
 * A path whose probability falls below `floor` is left; the mass of all paths left is `unseen`. So for every outcome
 *   law(z) <= Pr[Z = z] <= law(z) + unseen
 * up to the rounding of the sums. The samplers call nothing else that is random, so this proves, for the parameters
 * tried, what a statistical test can only fail to disprove.
 */
import type { Entropy, Whole } from './entropy.ts'

export interface ObservedLaw {
  readonly law: ReadonlyMap<bigint, number>
  readonly unseen: number
}

/** One choice on a path: which branch was taken, of how many, and the probability of each. */
interface Choice {
  taken: number
  readonly branches: number
  readonly weight: (branch: number) => number
}

const LEFT = Symbol('the path became too unlikely')

/** Every outcome of `draw` that is reached by a path of probability at least `floor`. */
export function lawOf(draw: (entropy: Entropy) => Whole, floor: number): ObservedLaw {
  const law = new Map<bigint, number>()
  const path: Choice[] = []
  let unseen = 0
  do {
    const walk = new ScriptedEntropy(path, floor)
    try {
      const outcome = BigInt(draw(walk))
      law.set(outcome, (law.get(outcome) ?? 0) + walk.probability)
    } catch (reason) {
      if (reason !== LEFT) throw reason
      unseen += walk.probability
    }
  } while (advance(path))
  return { law, unseen }
}

/** Turns the path to the next one in order of depth; false when all have been walked. */
function advance(path: Choice[]): boolean {
  for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
    if (++last.taken < last.branches) return true
    path.pop()
  }
  return false
}

class ScriptedEntropy implements Entropy {
  readonly seeded = true
  probability = 1
  #depth = 0
  readonly #path: Choice[]
  readonly #floor: number

  constructor(path: Choice[], floor: number) {
    this.#path = path
    this.#floor = floor
  }

  below(n: bigint): bigint {
    return BigInt(this.belowSmall(Number(n)))
  }

  belowSmall(n: number): number {
    return n === 1 ? 0 : this.#choose(n, () => 1 / n)
  }

  chance(num: bigint, den: bigint): boolean {
    if (num <= 0n || num >= den) return num > 0n
    const heads = Number(num) / Number(den)
    return this.#choose(2, (branch) => (branch === 0 ? heads : 1 - heads)) === 0
  }

  chanceNear(_near: number, k: number, num: Whole, den: Whole): boolean {
    return this.chance(BigInt(num), BigInt(den) * BigInt(k))
  }

  #choose(branches: number, weight: (branch: number) => number): number {
    if (this.#depth === this.#path.length) this.#path.push({ taken: 0, branches, weight })
    const choice = this.#path[this.#depth++]
    this.probability *= choice.weight(choice.taken)
    if (this.probability < this.#floor) {
      this.#path.length = this.#depth
      throw LEFT
    }
    return choice.taken
  }
}
