/**
 * Seeded instances of one parent's least squares: housing 8 x votingAge 2 x ethnicity 2 x race 63 = 2,016 cells, a table a
 * child. Cells are likelier the earlier their levels (Zipf), so a few hold most people. `sparse` has about 150 people a
 * child, like tracts (2-3 % of the cells above 0); `dense` 2,000,000, like states. Each cell and each child's housing
 * marginal is measured with two-sided geometric noise; the children's totals and the parent's cells are public, and so
 * are lower bounds on three housing types. A parent's cell of 0 fixes its children, and their columns are left out.
 */
import type { MarginalProblem, RowBlock } from 'tacet/optimize'

export interface Instance {
  readonly name: string
  readonly children: number
  readonly problem: MarginalProblem
}

const HOUSING = 8
const CELLS = HOUSING * 2 * 2 * 63
const PER_HOUSING = CELLS / HOUSING

/** Uniform on [0, 1): a linear congruential generator modulo 2^48 (the constants of drand48). */
export function uniforms(seed: number): () => number {
  let state = (BigInt(seed) << 16n) + 0x330en
  return () => {
    state = (state * 0x5deece66dn + 0xbn) & 0xffffffffffffn
    return Number(state) / 2 ** 48
  }
}

/** Pr[k] proportional to exp(-|k| / scale). */
function twoSidedGeometric(uniform: () => number, scale: number): number {
  const one = (): number => Math.floor(-scale * Math.log(1 - uniform()))
  return one() - one()
}

function cumulativeShares(): Float64Array {
  const shares = new Float64Array(CELLS)
  let total = 0
  for (let cell = 0; cell < CELLS; cell++) {
    const [housing, rest] = [Math.floor(cell / PER_HOUSING), cell % PER_HOUSING]
    const [ages, race] = [Math.floor(rest / 63), rest % 63]
    total += 1 / ((1 + housing) ** 2 * (1 + (ages % 2)) * (1 + 4 * Math.floor(ages / 2)) * (1 + race) ** 1.5)
    shares[cell] = total
  }
  return shares.map((share) => share / total)
}

/** People of one child by cell; large numbers as their expectation with noise of its size. */
function population(people: number, shares: Float64Array, uniform: () => number): Float64Array {
  const counts = new Float64Array(CELLS)
  if (people > 10_000) {
    for (let cell = 0; cell < CELLS; cell++) {
      const mean = people * (shares[cell] - (cell === 0 ? 0 : shares[cell - 1]))
      counts[cell] = Math.max(0, Math.round(mean + (uniform() + uniform() + uniform() - 1.5) * 2 * Math.sqrt(mean)))
    }
    return counts
  }
  for (let person = 0; person < people; person++) {
    const draw = uniform()
    let cell = 0
    while (shares[cell] < draw) cell++
    counts[cell]++
  }
  return counts
}

/** `ratio` is the weight of a marginal's answer over the weight of a cell's. */
export function instance(kind: 'sparse' | 'dense', children: number, ratio = 4, seed = 1): Instance {
  const uniform = uniforms(1000 * seed + children)
  const shares = cumulativeShares()
  const people = (): number => Math.round((kind === 'sparse' ? 150 : 2_000_000) * (0.5 + uniform()))
  const truth = Array.from({ length: children }, () => population(people(), shares, uniform))
  const parent = new Float64Array(CELLS)
  for (const counts of truth) for (let cell = 0; cell < CELLS; cell++) parent[cell] += counts[cell]
  const kept = Array.from(parent.keys()).filter((cell) => parent[cell] > 0)
  const scale = kind === 'sparse' ? 5 : 20
  const target = Float64Array.from(
    truth.flatMap((counts) => kept.map((cell) => counts[cell] + twoSidedGeometric(uniform, scale))),
  )
  const housing = truth.flatMap((counts) =>
    Array.from({ length: HOUSING }, (_, h) => sum(counts.subarray(h * PER_HOUSING, (h + 1) * PER_HOUSING))),
  )
  const rows = publicRows(kept, parent, truth, housing)
  return {
    name: `${kind} ${children}`,
    children,
    problem: {
      weight: new Float64Array(target.length).fill(1),
      target,
      soft: rowBlock(housing.map((_, r) => housingColumns(kept, r))),
      softWeight: new Float64Array(housing.length).fill(ratio),
      softTarget: Float64Array.from(housing, (count) => count + twoSidedGeometric(uniform, scale / Math.sqrt(ratio))),
      ...rows,
    },
  }
}

/** Totals of the children, cells of the parent, and a third of the truth as lower bound of the last three housing types. */
function publicRows(kept: readonly number[], parent: Float64Array, truth: Float64Array[], housing: readonly number[]) {
  const lines: number[][] = []
  const [lower, upper]: number[][] = [[], []]
  truth.forEach((counts, child) => {
    lines.push(kept.map((_, k) => child * kept.length + k))
    lower.push(sum(counts))
    upper.push(sum(counts))
    for (let h = HOUSING - 3; h < HOUSING; h++) {
      lines.push(housingColumns(kept, child * HOUSING + h))
      lower.push(Math.ceil(housing[child * HOUSING + h] / 3))
      upper.push(Number.POSITIVE_INFINITY)
    }
  })
  kept.forEach((cell, k) => {
    lines.push(truth.map((_, child) => child * kept.length + k))
    lower.push(parent[cell])
    upper.push(parent[cell])
  })
  return { hard: rowBlock(lines), lower: Float64Array.from(lower), upper: Float64Array.from(upper) }
}

function housingColumns(kept: readonly number[], row: number): number[] {
  const [child, type] = [Math.floor(row / HOUSING), row % HOUSING]
  return kept.flatMap((cell, k) => (Math.floor(cell / PER_HOUSING) === type ? [child * kept.length + k] : []))
}

function rowBlock(lines: readonly (readonly number[])[]): RowBlock {
  const starts = new Int32Array(lines.length + 1)
  for (let r = 0; r < lines.length; r++) starts[r + 1] = starts[r] + lines[r].length
  return { starts, columns: Int32Array.from(lines.flat()) }
}

function sum(counts: Float64Array): number {
  return counts.reduce((total, count) => total + count, 0)
}
