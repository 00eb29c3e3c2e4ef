/**
 * Accuracy of three ways to solve the same measurements, beside what was measured (raw noise) and beside the best linear
 * estimate over the whole tree with neither non-negativity nor whole numbers nor facts.
 */
import { join } from 'node:path'
import { smoothTree } from 'tacet/topdown'
import { GROUPS, RESIDENCES, type RhodeIsland, rhodeIslandSpec } from './rhode-island.ts'
import { release } from './topdown-release.ts'
import { CELLS as CELLS_24, LEVELS, readLines, readTruth, SIZES } from './topdown-truth.ts'

const RUNS = Number(process.env.TACET_BENCH_RUNS ?? 10)
const EPSILONS = (process.env.TACET_BENCH_EPSILON ?? '0.5,1,4').split(',')
const CELLS = (Number(process.env.TACET_BENCH_CELLS ?? 24) === 24 ? 24 : 2016) as 24 | 2016

const FIRST =
  CELLS === 24 ? '[[residence], [race], [detailed]]' : '[[housing], ["voting_age * ethnicity * race"], [detailed]]'
const WAYS = [
  { name: 'plain', topdown: '{ estimate: level, rounding: plain, simulations: 0 }' },
  { name: 'multi-pass', topdown: `{ estimate: level, passes: ${FIRST}, simulations: 0 }` },
  { name: 'tree first', topdown: '{ simulations: 0 }' },
] as const

/** Mean absolute error by `level, query`, added up over runs. */
type Sums = Map<string, number>

export async function accuracy({ folder }: RhodeIsland): Promise<void> {
  console.log(`\n## Accuracy: ${CELLS} cells, mean L1 error of an answer, ${RUNS} runs`)
  for (const epsilon of EPSILONS) {
    const columns = new Map<string, Sums>(
      [...['noise', 'least squares'], ...WAYS.map(({ name }) => name)].map((n) => [n, new Map()]),
    )
    const at = (name: string): Sums => columns.get(name) as Sums
    for (let run = 0; run < RUNS; run++) {
      for (const [w, { name, topdown }] of WAYS.entries()) {
        const spec = rhodeIslandSpec({ cells: CELLS, epsilon, topdown })
        const { evaluation } = await release(folder, spec, `accuracy ${epsilon} ${run}`, (out) => {
          if (w === 0 && CELLS === 24) linear(folder, out, at('noise'), at('least squares'))
        })
        for (const q of evaluation?.queries ?? []) add(at(name), `${q.places}, ${q.query}`, q.meanAbsolute)
      }
    }
    print(epsilon, columns)
  }
}

function add(sums: Sums, key: string, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value / RUNS)
}

function print(epsilon: string, columns: ReadonlyMap<string, Sums>): void {
  const names = [...columns.keys()]
  console.log(
    `\nepsilon ${epsilon}\n| level, query | ${names.join(' | ')} | tree / plain |\n| --- |${' ---: |'.repeat(names.length + 1)}`,
  )
  const [plain, tree] = [columns.get('plain') as Sums, columns.get('tree first') as Sums]
  for (const [key, value] of tree) {
    if (key.endsWith(', total')) continue
    const shown = names.map((name) => columns.get(name)?.get(key)?.toFixed(3) ?? '')
    console.log(`| ${key} | ${shown.join(' | ')} | ${(value / (plain.get(key) ?? Number.NaN)).toFixed(2)} |`)
  }
}

const QUERIES = ['race', 'residence', 'detailed']

/** The error of the measurements themselves, and of least squares over the tree, from the published measurements. */
function linear(folder: string, out: string, noise: Sums, squares: Sums): void {
  const { hierarchy, nodeOf, counts: truth } = readTruth(folder)
  const cells = CELLS_24
  const values = hierarchy.levels.map(({ regions }) =>
    [1, ...SIZES, cells].map((n) => new Float64Array(regions.length * n)),
  )
  const variance = LEVELS.map(() => [0, 0, 0, 0])
  const columns = ['level', 'region', 'query', 'race', 'residence', 'value', 'variance']
  for (const [level, region, query, race, residence, value, v] of readLines(join(out, 'measurements.csv'), columns)) {
    const l = LEVELS.indexOf(level)
    const q = 1 + QUERIES.indexOf(query)
    const node = nodeOf(l, region)
    const r = GROUPS.indexOf(race as 'hisp')
    const h = RESIDENCES.indexOf(residence as 'minor')
    const answer = [0, r, h, r * SIZES[1] + h][q]
    values[l][q][node * [1, ...SIZES, cells][q] + answer] = Number(value)
    variance[l][q] = Number(v)
  }
  const subsets = [0, 1, 2, 3]
  const asked = LEVELS.map((_, l) => (l === 0 || l === LEVELS.length - 1 ? [0, 1, 2, 3] : [1, 2, 3]))
  const levels = asked.map((qs, l) => qs.map((q) => ({ subset: subsets[q], variance: variance[l][q] || 1e-12 })))
  const size = [1, ...SIZES, cells]
  const smooth = smoothTree({ sizes: SIZES, hierarchy, levels }, (l, node, i) => {
    const q = asked[l][i]
    return values[l][q].subarray(node * size[q], (node + 1) * size[q])
  })
  LEVELS.forEach((level, l) => {
    QUERIES.forEach((query, k) => {
      const q = k + 1
      let [byNoise, bySquares] = [0, 0]
      const nodes = hierarchy.levels[l].regions.length
      for (let node = 0; node < nodes; node++) {
        const was = marginal(truth[l].subarray(node * cells, (node + 1) * cells), q)
        const now = marginal(smooth[l][node], q)
        for (let a = 0; a < size[q]; a++) {
          byNoise += Math.abs(values[l][q][node * size[q] + a] - was[a])
          bySquares += Math.abs(now[a] - was[a])
        }
      }
      add(noise, `${level}, ${query}`, byNoise / (nodes * size[q]))
      add(squares, `${level}, ${query}`, bySquares / (nodes * size[q]))
    })
  })
}

function marginal(cells: Float64Array, q: number): Float64Array {
  if (q === 3) return cells
  const out = new Float64Array(SIZES[q - 1])
  cells.forEach((n, cell) => {
    out[q === 1 ? Math.floor(cell / SIZES[1]) : cell % SIZES[1]] += n
  })
  return out
}
