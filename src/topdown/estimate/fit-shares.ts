/**
 * Shares of a budget from what its errors are worth:
 *   weights:  minimise  sum over answers of  weight · error
 *   targets:  minimise  the largest of  error / target, as a p-norm with p up to 128
 * over shares above 0 that sum to 1. With s the shares and precision linear in them (rho), every error is (c' M(s)⁻¹ c)^½, and
 * 1 / (c' M⁻¹ c) is concave in s, so both are convex and one descent finds the least. With epsilon precision grows with the square
 * of a share and there may be several minima: the descent starts once more from every level and every query in the foreground.
 *
 * One step multiplies each share by a power of what a little more of it would gain, as for optimal designs (Torsney, 1983; Yu,
 * Annals of Statistics 38 (2010), 1593-1606), and is shortened until it helps. Then the shares are rounded to whole parts and parts
 * are exchanged one by one while that helps.
 */

/** What the errors are held to, one number above 0 for each of them. */
export interface ShareGoal {
  readonly kind: 'weights' | 'targets'
  readonly values: readonly number[]
}

export interface ShareSearch {
  /** The errors at these shares; infinite ones are not allowed where all shares are above 0. */
  readonly errorsAt: (shares: ArrayLike<number>) => ArrayLike<number>
  readonly goal: ShareGoal
  /** How precision grows with a share. */
  readonly power: 1 | 2
  /** Shares that the search starts from. */
  readonly starts: readonly (readonly number[])[]
}

type Cost = (shares: ArrayLike<number>) => number

const NORMS = [8, 32, 128]
const MOST_STEPS = 300
const LEAST_SHARE = 1e-4

/** Whole parts, each at least 1, that sum to `parts`. */
export function fitParts(search: ShareSearch, parts: number): readonly number[] {
  const { goal, starts, power } = search
  const norms = goal.kind === 'weights' ? [1] : NORMS
  const last = costOf(search, norms[norms.length - 1])
  const found = starts.map((start) =>
    norms.reduce<readonly number[]>((shares, norm) => descend(shares, costOf(search, norm), norm * power), start),
  )
  const best = found.reduce((a, b) => (last(b) < last(a) ? b : a))
  return exchange(wholeParts(best, parts), (whole) => last(whole.map((part) => part / parts)))
}

function costOf({ errorsAt, goal: { kind, values } }: ShareSearch, norm: number): Cost {
  return (shares) => {
    const errors = errorsAt(shares)
    if (kind === 'weights') return values.reduce((sum, weight, i) => sum + weight * errors[i], 0)
    const ratios = values.map((target, i) => errors[i] / target)
    const worst = Math.max(...ratios)
    if (worst === 0) return 0
    return worst * ratios.reduce((sum, ratio) => sum + (ratio / worst) ** norm, 0) ** (1 / norm)
  }
}

/** `steepness`: of one share alone, the cost falls with the power -steepness/2 of it. */
function descend(start: readonly number[], cost: Cost, steepness: number): readonly number[] {
  const longest = 1 / (1 + steepness / 2)
  let [shares, value, length] = [start, cost(start), longest]
  for (let step = 0; step < MOST_STEPS; step++) {
    const gains = gainsAt(shares, cost, value)
    let next = moved(shares, gains, length)
    let reached = cost(next)
    for (let halved = 0; reached >= value && halved < 12; halved++) {
      length /= 2
      next = moved(shares, gains, length)
      reached = cost(next)
    }
    if (!(reached < value)) return shares
    const little = value - reached < 1e-9 * value
    ;[shares, value, length] = [next, reached, Math.min(1, length * 1.5)]
    if (little) return shares
  }
  return shares
}

/** How much the cost falls for a little more of each share, per unit of it. */
function gainsAt(shares: readonly number[], cost: Cost, value: number): readonly number[] {
  return shares.map((share, i) => {
    const little = share * 1e-4
    return Math.max(0, value - cost(shares.with(i, share + little))) / little
  })
}

function moved(shares: readonly number[], gains: readonly number[], length: number): readonly number[] {
  const most = Math.max(...gains)
  const raw = shares.map((share, i) => Math.max(LEAST_SHARE, share * (gains[i] / most) ** length))
  const whole = raw.reduce((sum, share) => sum + share, 0)
  return raw.map((share) => share / whole)
}

/** Whole parts near the shares: at least one each, the largest remainders rounded up. */
function wholeParts(shares: readonly number[], parts: number): readonly number[] {
  const rest = parts - shares.length
  const exact = shares.map((share) => share * rest)
  const whole = exact.map((part) => 1 + Math.floor(part))
  const missing = parts - whole.reduce((sum, part) => sum + part, 0)
  const order = exact.map((_, i) => i).sort((a, b) => (exact[b] % 1) - (exact[a] % 1) || a - b)
  for (const i of order.slice(0, missing)) whole[i]++
  return whole
}

/** Moves one part from one to another while that lowers the cost. */
function exchange(start: readonly number[], cost: (whole: readonly number[]) => number): readonly number[] {
  let [best, value] = [start, cost(start)]
  for (let helped = true; helped; ) {
    helped = false
    for (let from = 0; from < best.length; from++) {
      for (let to = 0; to < best.length && best[from] > 1; to++) {
        if (to === from) continue
        const next = best.map((part, i) => part + (i === to ? 1 : i === from ? -1 : 0))
        const reached = cost(next)
        if (!(reached < value - 1e-12 * value)) continue
        ;[best, value, helped] = [next, reached, true]
      }
    }
  }
  return best
}
