/** Random trees, people and workloads without the detailed query, for the sweep of undetermined.ts. */
export interface SweepTree {
  readonly name: string
  /** Paths of the leaves below the top. */
  readonly leaves: readonly (readonly number[])[]
}

export const TREES: readonly SweepTree[] = [
  { name: '1 3 9 27', leaves: nested([3, 3, 3]) },
  { name: '1 16', leaves: nested([16]) },
  { name: '1 5 25', leaves: nested([5, 5]) },
  { name: '1 2 2 6 12', leaves: nested([2, 1, 3, 2]) },
  { name: '1 3 18, uneven', leaves: [1, 4, 13].flatMap((n, i) => Array.from({ length: n }, (_, b) => [i, b])) },
]

function nested(sizes: readonly number[]): readonly (readonly number[])[] {
  return sizes.reduce<readonly (readonly number[])[]>(
    (paths, size) => paths.flatMap((path) => Array.from({ length: size }, (_, i) => [...path, i])),
    [[]],
  )
}

export const KINDS = [
  'measured only',
  'levels differ',
  'margin exact at the leaves',
  'margin exact at an inner level',
  'public table at an inner level',
  'recode',
  'extension',
  'units',
] as const
export type Kind = (typeof KINDS)[number]

export interface SweepWorkload {
  readonly kind: Kind
  readonly sizes: readonly number[]
  /** Attributes of each query, as bits. */
  readonly queries: readonly { readonly subset: number; readonly recode: boolean; readonly from: number }[]
  /** The attributes of what is exact, public, or was released before. */
  readonly fixed: number
  readonly rho: string
}

const SHAPES = [
  [2, 3, 2],
  [3, 4],
  [4, 3],
  [2, 2, 3],
]
const RHOS = ['20', '4', '1']

/** The nth workload; two attributes at the least stay free together. */
export function sweepWorkload(n: number): SweepWorkload {
  const random = generator(1000 + n)
  const kind = KINDS[n % KINDS.length]
  const sizes = SHAPES[Math.floor(random() * SHAPES.length)]
  const full = 2 ** sizes.length - 1
  const proper = Array.from({ length: full - 1 }, (_, i) => i + 1)
  const pick = (): number => proper[Math.floor(random() * proper.length)]
  const chosen = new Set([pick(), pick()])
  for (let a = 0; a < sizes.length; a++) if (![...chosen].some((subset) => subset & (1 << a))) chosen.add(1 << a)
  const queries = [0, ...chosen].map((subset) => ({
    subset,
    recode: kind === 'recode' && (subset & 1) === 1,
    from: kind === 'levels differ' && random() < 0.5 ? 1 : 0,
  }))
  return { kind, sizes, queries, fixed: [...chosen][0], rho: RHOS[Math.floor(random() * RHOS.length)] }
}

/** counts[leaf][cell]: about 80 people a leaf, times `scale`, one in ten empty, every leaf with a composition of its own. */
export function sweepPeople(
  leaves: number,
  cells: number,
  scale: number,
  seed: number,
): readonly (readonly number[])[] {
  const random = generator(seed)
  const normal = (): number => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())
  const base = Array.from({ length: cells }, () => Math.exp(normal()))
  const mean = base.reduce((sum, value) => sum + value, 0)
  return Array.from({ length: leaves }, () => {
    const size = random() < 0.1 ? 0 : 60 * scale * Math.exp(0.8 * normal())
    return base.map((value) => Math.round((size * value * Math.exp(0.5 * normal())) / mean))
  })
}

/** mulberry32. */
export function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
