/**
 * How far a sum of released counts may be off, from simulations of the release: root mean square and mean of what the same sum was off by,
 * and an interval for the truth.
 *
 * The interval asks what lay behind releases like this one. A count of 0 that is off is off because somebody was missed, and where
 * the release shows nobody its own simulations have nobody to miss: so it looks at every sum of the simulations that came out at
 * this count or next to it, whichever area it belongs to.
 */
export interface SumError {
  readonly error: number
  readonly bias: number
  /** The truth lies between these in at least `chance` of all simulated sums that came out alike; none is below 0. */
  readonly low: number
  readonly high: number
}

/** One sum in every simulation, by area. */
export interface SimulatedSums {
  /** Released - true. */
  readonly off: ArrayLike<number>
  /** What the simulation released. */
  readonly count: ArrayLike<number>
}

/** So many sums that came out alike tell enough of a twentieth. */
const ENOUGH = 200
/** Counts are alike within this, or within a twentieth where that is more. */
const [ALIKE, ALIKE_SHARE] = [2, 20]

/** Errors of areas whose sums may be compared: of one query, at one level. */
export class SumErrors {
  /** What sums of each simulated count were off by. */
  readonly #offOf = new Map<number, number[]>()
  /** Intervals of counts that have enough sums alike, and undefined for others, as they are asked for. */
  readonly #known = new Map<number, Interval | undefined>()
  readonly #chance: number

  constructor(areas: Iterable<SimulatedSums>, chance = 0.9) {
    this.#chance = chance
    for (const { off, count } of areas) {
      for (let run = 0; run < count.length; run++) {
        const known = this.#offOf.get(count[run])
        if (known === undefined) this.#offOf.set(count[run], [off[run]])
        else known.push(off[run])
      }
    }
  }

  /** Of a released count, given its own simulations. Requires one at least. */
  of(count: number, { off }: SimulatedSums): SumError {
    const n = off.length
    const mean = (each: (value: number) => number): number => Array.from(off, each).reduce((a, b) => a + b, 0) / n
    if (!this.#known.has(count)) this.#known.set(count, this.#intervalOf(count))
    const interval = this.#known.get(count) ?? alone(count, off, this.#chance)
    return { error: Math.sqrt(mean((by) => by * by)), bias: mean((by) => by), ...interval }
  }

  #intervalOf(count: number): Interval | undefined {
    const alike = this.#alike(count)
    return alike && shortest(behind(count, alike), this.#chance)
  }

  /** What sums were off by that came out as this one, or as near to it as it takes to have enough; undefined where there are not. */
  #alike(count: number): readonly number[] | undefined {
    const found: number[] = [...(this.#offOf.get(count) ?? [])]
    const widest = Math.max(ALIKE, Math.floor(Math.abs(count) / ALIKE_SHARE))
    for (let by = 1; by <= widest && found.length < ENOUGH; by++) {
      for (const other of [count - by, count + by]) found.push(...(this.#offOf.get(other) ?? []))
    }
    return found.length >= ENOUGH ? found : undefined
  }
}

type Interval = Pick<SumError, 'low' | 'high'>

/** The truths that would lie behind a count, sorted. */
function behind(count: number, off: ArrayLike<number>): Float64Array {
  return Float64Array.from(off, (by) => Math.max(0, count - by)).sort()
}

/**
 * From its own simulations. They begin at the released count, and where that is so small that they are cut at 0 they show how many
 * may be added and not how many may be missed: as many are taken to be.
 */
function alone(count: number, off: ArrayLike<number>, chance: number): Interval {
  const { low, high } = evenTails(behind(count, off), chance)
  const added = Math.ceil(quantile(Float64Array.from(off).sort(), (1 + chance) / 2))
  return { low, high: added > count ? Math.max(high, count + added) : high }
}

/** As much beyond either end: at rank p (n + 1), which a further draw stays below with chance p. Its own few draws, so outward to whole numbers. */
function evenTails(sorted: Float64Array, chance: number): Interval {
  const tail = (1 - chance) / 2
  return { low: Math.floor(quantile(sorted, tail)), high: Math.ceil(quantile(sorted, 1 - tail)) }
}

/** The outermost values where the rank lies beyond them. */
function quantile(sorted: Float64Array, p: number): number {
  const rank = p * (sorted.length + 1) - 1
  const below = Math.max(0, Math.min(sorted.length - 1, Math.floor(rank)))
  const above = Math.max(0, Math.min(sorted.length - 1, Math.ceil(rank)))
  return sorted[below] + Math.max(0, rank - below) * (sorted[above] - sorted[below])
}

/** The shortest interval that holds the share of the values: where truths pile up at 0 it begins there. */
function shortest(sorted: Float64Array, chance: number): Interval {
  const wanted = Math.max(1, Math.ceil(chance * sorted.length))
  let best = { low: sorted[0], high: sorted[wanted - 1] }
  for (let from = 1; from + wanted <= sorted.length; from++) {
    const [low, high] = [sorted[from], sorted[from + wanted - 1]]
    if (high - low < best.high - best.low) best = { low, high }
  }
  return best
}
