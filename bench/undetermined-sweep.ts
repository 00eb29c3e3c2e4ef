/**
 * Random workloads without the detailed query on random trees: the error of every determined answer beside that of the best linear estimate, and
 * how often an interval of 90 % holds the truth. Exact margins, public tables, recodes, extensions and units among them.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capabilities, localContext, readSpec } from 'tacet'
import { jobFrom } from 'tacet/jobs'
import { type LinearRow, linearVariances } from './sweep-linear.ts'
import { KINDS, type SweepTree, type SweepWorkload, sweepPeople, sweepWorkload, TREES } from './sweep-plan.ts'
import { readLines } from './topdown-truth.ts'

const WORKLOADS = Number(process.env.TACET_BENCH_WORKLOADS ?? 30)
const FIRST = Number(process.env.TACET_BENCH_FIRST ?? 0)
/** None: only the errors are looked at, not what is stated of them. */
const SIMULATIONS = Number(process.env.TACET_BENCH_SIMULATIONS ?? 1)
const DRAWS = Number(process.env.TACET_BENCH_DRAWS ?? 10)
const NINE_IN_TEN = 1.645
/** People and noise times as much: with 10, rounding to whole numbers is nothing to speak of. */
const SCALE = Number(process.env.TACET_BENCH_SCALE ?? 1)
/** What an answer is off by rounding, in the mean square, when it is kept to the next whole number. */
const ROUNDED = 0.25
const EXACT_WEIGHT = 1e5

interface Sums {
  n: number
  square: number
  linear: number
  stated: number
  intervals: number
  held: number
}

const newSums = (): Sums => ({ n: 0, square: 0, linear: 0, stated: 0, intervals: 0, held: 0 })
const labels = (sizes: readonly number[], a: number): string[] =>
  Array.from({ length: sizes[a] }, (_, v) => `${'abc'[a]}${v}`)
const levelNames = (tree: SweepTree): string[] => ['top', ...tree.leaves[0].map((_, l) => `level${l + 1}`)]

/** Of a cell, the value of every attribute; the last one runs fastest. */
function valuesOf(cell: number, sizes: readonly number[]): number[] {
  const values = new Array<number>(sizes.length)
  let rest = cell
  for (let a = sizes.length - 1; a >= 0; a--) {
    values[a] = rest % sizes[a]
    rest = Math.floor(rest / sizes[a])
  }
  return values
}

const queryName = (subset: number, recode = false): string => {
  const names = [0, 1, 2].filter((a) => subset & (1 << a)).map((a) => (recode && a === 0 ? 'coarse' : 'abc'[a]))
  return names.length === 0 ? 'total' : names.join(' * ')
}

/** What an extension keeps is released with next to no noise: its own error is not in question. */
const BEFORE_RHO = '1000000'

function specOf(
  workload: SweepWorkload,
  tree: SweepTree,
  queries: readonly string[],
  attributes: number,
  more = '',
): string {
  const { sizes, rho } = workload
  const budget = (Number(rho) / SCALE ** 2).toString()
  const kept = sizes.map((_, a) => a).filter((a) => attributes & (1 << a))
  const levels = levelNames(tree)
  return `tacet: 1
source: { file: people.csv, count: n }
geography: { top: top, columns: [${levels.slice(1).join(', ')}], regions: { file: places.csv } }
attributes:
${kept.map((a) => `  - { name: ${'abc'[a]}, levels: [${labels(sizes, a).join(', ')}] }`).join('\n')}
${workload.kind === 'recode' ? 'recodes: [{ name: coarse, of: a, groups: { low: [a0], high: [a1] } }]\n'.replace('[a1]', `[${labels(sizes, 0).slice(1).join(', ')}]`) : ''}topdown: { simulations: ${SIMULATIONS} }
privacy: { rho: "${budget}", delta: "1e-10" }
workload:
${queries.join('\n')}
${more}`
}

const everyAttribute = ({ sizes }: SweepWorkload): number => 2 ** sizes.length - 1

function mainSpec(workload: SweepWorkload, tree: SweepTree): string {
  const { kind, queries, fixed } = workload
  const levels = levelNames(tree)
  const lines = queries
    .filter(({ subset }) => kind !== 'extension' || subset !== fixed)
    .map(({ subset, recode, from }) => {
      const asked = from === 0 ? '' : `, levels: [${levels.slice(0, -1).join(', ')}]`
      return `  - { query: "${queryName(subset, recode)}"${asked} }`
    })
  const inner = levels[Math.max(1, levels.length - 2)]
  const name = queryName(fixed)
  const facts: Partial<Record<SweepWorkload['kind'], string>> = {
    'margin exact at the leaves': `public: [{ query: "${name}", level: ${levels.at(-1)}, exactly: data }]\n`,
    'margin exact at an inner level': `public: [{ query: "${name}", level: ${inner}, exactly: data }]\n`,
    'public table at an inner level': `public: [{ name: known, query: "${name}", level: level1, exactly: { file: known.csv, region: level1 } }]\n`,
    units: UNITS,
  }
  return specOf(workload, tree, lines, everyAttribute(workload), facts[kind])
}

const UNITS = `units:
  source: { file: homes.csv, count: n }
  attributes: [{ name: tenure, levels: [own, rent] }, { name: rooms, levels: [few, many] }]
  privacy: { rho: "${4 / SCALE ** 2}", delta: "1e-10" }
  workload: [{ query: tenure }, { query: rooms }]
  links: [{ name: nobody without a home, level: level1, atMostTimes: 50, people: {}, units: {} }]
`

export async function sweep(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tacet-sweep-'))
  const byKind = new Map<string, Sums>()
  const worst: string[] = []
  try {
    for (let w = FIRST; w < FIRST + WORKLOADS; w++) {
      for (const tree of TREES) {
        const levels = await sweepOne(join(folder, `${w} ${tree.name}`), w, tree)
        levels.forEach((sums, l) => {
          const { kind } = sweepWorkload(w)
          const total =
            byKind.get(`${kind}|${l === levels.length - 1 ? 'leaves' : l === 0 ? 'top' : 'between'}`) ?? newSums()
          byKind.set(`${kind}|${l === levels.length - 1 ? 'leaves' : l === 0 ? 'top' : 'between'}`, total)
          for (const key of Object.keys(total) as (keyof Sums)[]) total[key] += sums[key]
          const ratio = Math.sqrt(sums.square / (sums.linear + ROUNDED * sums.n))
          if (ratio > 1.05)
            worst.push(`workload ${w} (${kind}), ${tree.name}, level ${l}: ${ratio.toFixed(3)} of ${sums.n}`)
        })
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  print(byKind, worst)
}

function print(byKind: ReadonlyMap<string, Sums>, worst: readonly string[]): void {
  console.log('| workload | level | answers | rmse | best linear | with rounding | ratio | stated | held by 90 % |')
  console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const kind of KINDS)
    for (const level of ['top', 'between', 'leaves']) {
      const sums = byKind.get(`${kind}|${level}`)
      if (sums === undefined || sums.n === 0) continue
      const { n, square, linear, stated, held, intervals } = sums
      const rmse = Math.sqrt(square / n)
      const rounded = Math.sqrt(linear / n + ROUNDED)
      const figures = [rmse, Math.sqrt(linear / n), rounded, rmse / rounded, Math.sqrt(stated / intervals)]
      const shown = figures.map((value) => value.toFixed(2)).join(' | ')
      console.log(`| ${kind} | ${level} | ${n} | ${shown} | ${((100 * held) / intervals).toFixed(1)} % |`)
    }
  for (const line of worst) console.log(line)
}

async function sweepOne(folder: string, w: number, tree: SweepTree): Promise<readonly Sums[]> {
  mkdirSync(folder)
  const workload = sweepWorkload(w)
  const { sizes, kind, fixed } = workload
  const cells = sizes.reduce((product, n) => product * n, 1)
  const people = sweepPeople(tree.leaves.length, cells, SCALE, 77 * w + TREES.indexOf(tree))
  writeData(folder, workload, tree, people)
  writeFileSync(join(folder, 'main.yaml'), mainSpec(workload, tree))
  const before = specOf({ ...workload, rho: BEFORE_RHO }, tree, ['  - { query: detailed }'], fixed)
  if (kind === 'extension') writeFileSync(join(folder, 'before.yaml'), before)
  const sums = tree.leaves[0].concat(0).map(newSums)
  const variance = await varianceOf(folder, workload, tree, cells)
  for (let draw = 0; draw < DRAWS; draw++) {
    const extend = kind === 'extension' ? await make(folder, 'before', draw) : undefined
    const out = await make(folder, 'main', draw, extend)
    addDraw(sums, out, workload, tree, people, variance)
    rmSync(out, { recursive: true })
    if (extend !== undefined) rmSync(extend, { recursive: true })
  }
  return sums
}

function writeData(
  folder: string,
  { sizes, fixed }: SweepWorkload,
  tree: SweepTree,
  people: readonly (readonly number[])[],
): void {
  const head = levelNames(tree).slice(1).join(',')
  const names = sizes.map((_, a) => 'abc'[a])
  const lines = tree.leaves.flatMap((path, leaf) =>
    people[leaf].map((n, cell) => [...path, ...valuesOf(cell, sizes).map((v, a) => labels(sizes, a)[v]), n].join()),
  )
  writeFileSync(join(folder, 'people.csv'), `${head},${names.join()},n\n${lines.join('\n')}\n`)
  writeFileSync(join(folder, 'places.csv'), `${head}\n${tree.leaves.map((path) => path.join()).join('\n')}\n`)
  const homes = tree.leaves.flatMap((path, leaf) => {
    const n = Math.ceil(people[leaf].reduce((sum, one) => sum + one, 0) / 3)
    return ['own,few', 'own,many', 'rent,few', 'rent,many'].map(
      (cell, i) => `${path.join()},${cell},${Math.round((n * (i + 1)) / 10)}`,
    )
  })
  writeFileSync(join(folder, 'homes.csv'), `${head},tenure,rooms,n\n${homes.join('\n')}\n`)
  const kept = sizes.map((_, a) => a).filter((a) => fixed & (1 << a))
  const known = new Map<string, number>()
  tree.leaves.forEach((path, leaf) => {
    people[leaf].forEach((n, cell) => {
      const values = valuesOf(cell, sizes)
      const key = [path[0], ...kept.map((a) => labels(sizes, a)[values[a]])].join()
      known.set(key, (known.get(key) ?? 0) + n)
    })
  })
  const table = [...known].map(([key, n]) => `${key},${n}`)
  writeFileSync(join(folder, 'known.csv'), `level1,${kept.map((a) => 'abc'[a]).join()},count\n${table.join('\n')}\n`)
}

async function make(folder: string, name: string, draw: number, extend?: string): Promise<string> {
  const { topdown } = capabilities
  const job = {
    ...jobFrom(await readSpec(join(folder, `${name}.yaml`))),
    ...(extend !== undefined && { extend }),
  }
  const out = join(folder, `${name}-${draw}`)
  await topdown.run(job, localContext({ out, seed: `${name} ${draw}`, format: 'csv' }))
  return out
}

type Variance = (level: number, place: string, members: readonly number[]) => number

async function varianceOf(folder: string, workload: SweepWorkload, tree: SweepTree, cells: number): Promise<Variance> {
  const { topdown } = capabilities
  const plan = await topdown.plan(jobFrom(await readSpec(join(folder, 'main.yaml'))), localContext({}))
  const rows: LinearRow[] = []
  const add = (level: number, answers: readonly (readonly number[])[], weight: number): void => {
    for (const place of new Set(tree.leaves.map((path) => path.slice(0, level).join())))
      for (const chosen of answers) rows.push({ members: members(tree, cells, level, place, chosen), weight })
  }
  const levels = levelNames(tree)
  const measured = plan.errors.filter(({ measured, query }) => measured !== null && !query.startsWith('units: '))
  const strongest = measured.reduce((most, { measured }) => Math.max(most, measured ? 1 / measured ** 2 : 0), 0)
  for (const { level, query, measured: deviation } of measured) {
    if (deviation === null) continue
    const weight = deviation > 0 ? 1 / deviation ** 2 : EXACT_WEIGHT * strongest
    add(levels.indexOf(level), answersOf(query, workload.sizes), weight)
  }
  const exact = { extension: levels.length - 1, 'public table at an inner level': 1 }[workload.kind as 'extension']
  if (exact !== undefined) add(exact, answersOf(queryName(workload.fixed), workload.sizes), EXACT_WEIGHT * strongest)
  const found = linearVariances(tree.leaves.length * cells, rows)
  return (level, place, chosen) => found(members(tree, cells, level, place, chosen))
}

function members(tree: SweepTree, cells: number, level: number, place: string, chosen: readonly number[]): number[] {
  return tree.leaves.flatMap((path, leaf) =>
    path.slice(0, level).join() === place ? chosen.map((cell) => leaf * cells + cell) : [],
  )
}

/** The cells of every answer. */
function answersOf(query: string, sizes: readonly number[]): readonly (readonly number[])[] {
  const answers = new Map<string, number[]>()
  const names = query === 'total' ? [] : query.split(' * ')
  for (let cell = 0; cell < sizes.reduce((product, n) => product * n, 1); cell++) {
    const values = valuesOf(cell, sizes)
    const key = names.map((name) => (name === 'coarse' ? Math.min(1, values[0]) : values['abc'.indexOf(name)])).join()
    answers.set(key, [...(answers.get(key) ?? []), cell])
  }
  return [...answers.values()]
}

function addDraw(
  sums: readonly Sums[],
  out: string,
  { sizes, kind }: SweepWorkload,
  tree: SweepTree,
  people: readonly (readonly number[])[],
  variance: Variance,
): void {
  const cells = people[0].length
  const names = [...sizes.map((_, a) => 'abc'[a]), ...(kind === 'recode' ? ['coarse'] : [])]
  const lines = readLines(join(out, 'answers.csv'))
  const head = readLines(join(out, 'answers.csv'), ['level', 'region', 'query', 'count', 'standard_error', ...names])
  const known = new Map<string, number>()
  if (lines.length !== head.length) throw new Error('lines are missing')
  for (const [level, region, query, count, error, ...values] of head) {
    if (query.startsWith('units: ')) continue
    const l = levelNames(tree).indexOf(level)
    const place = l === 0 ? '' : region.replaceAll('/', ',')
    const chosen = cellsWith(values, sizes)
    const key = `${l} ${place} ${chosen.join()}`
    const linear = known.get(key) ?? variance(l, place, chosen)
    known.set(key, linear)
    if (linear === Number.POSITIVE_INFINITY) continue
    const truth = members(tree, cells, l, place, chosen).reduce(
      (sum, at) => sum + people[Math.floor(at / cells)][at % cells],
      0,
    )
    addAnswer(sums[l], Number(count) - truth, linear, error === '' ? undefined : Number(error))
  }
}

function addAnswer(sum: Sums, off: number, linear: number, error: number | undefined): void {
  sum.n++
  sum.square += off ** 2
  sum.linear += linear
  if (error === undefined || error === 0) return
  sum.intervals++
  sum.stated += error ** 2
  if (Math.abs(off) <= NINE_IN_TEN * error) sum.held++
}

/** The cells that have these values, where a value is given. */
function cellsWith(given: readonly string[], sizes: readonly number[]): number[] {
  const cells = sizes.reduce((product, n) => product * n, 1)
  return Array.from({ length: cells }, (_, cell) => cell).filter((cell) => {
    const values = valuesOf(cell, sizes)
    return given.every((label, a) => {
      if (label === '' || label === undefined) return true
      if (a === sizes.length) return (values[0] === 0) === (label === 'low')
      return labels(sizes, a)[values[a]] === label
    })
  })
}

await sweep()
