/**
 * A top-down release of very many leaves on one machine, phase by phase: wall and CPU seconds, peak memory of the phase, bytes on the disk.
 * Every size is a process of its own, so that its peak is its own.
 *
 *   TACET_BENCH_LEAVES=100000,1000000 TACET_BENCH_CELLS=24 tacet bench large
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { capabilities, jobFrom, localContext, type RunEvent, readSpec } from 'tacet'
import { withDatabase } from 'tacet/data'

const LEAVES = (process.env.TACET_BENCH_LEAVES ?? '10000,100000').split(',').map(Number)
const CELLS = Number(process.env.TACET_BENCH_CELLS ?? 24)
const SIMULATIONS = Number(process.env.TACET_BENCH_SIMULATIONS ?? 0)
const CHILD = 'TACET_BENCH_LARGE'

/** Attributes whose cells are 24, or the 2,016 of the redistricting file. */
const SIZES: Readonly<Record<number, readonly (readonly [string, number])[]>> = {
  24: [
    ['sex', 2],
    ['age', 12],
  ],
  2016: [
    ['housing', 8],
    ['voting', 2],
    ['hispanic', 2],
    ['race', 63],
  ],
}
/** Blocks in a tract and so on: a tree of five levels with this many children each below the states. */
const BLOCKS = 40
const TRACTS = 25
const COUNTIES = 20

/** Forty people in a leaf, skewed as people are: four of five are in the first few levels of an attribute. */
async function writePeople(path: string, leaves: number): Promise<void> {
  const draw = (salt: number, size: number): string => `(hash(i * 64 + ${salt}) % ${size})`
  const attributes = sizesOf().map(
    ([name, size], a) =>
      `(case when ${draw(3 * a + 1, 10)} < 8 then ${draw(3 * a + 2, Math.min(3, size))} else ${draw(3 * a + 3, size)} end)::varchar as ${name}`,
  )
  const places = [
    `(leaf // ${BLOCKS * TRACTS * COUNTIES})::varchar as state`,
    `((leaf // ${BLOCKS * TRACTS}) % ${COUNTIES})::varchar as county`,
    `((leaf // ${BLOCKS}) % ${TRACTS})::varchar as tract`,
    `(leaf % ${BLOCKS})::varchar as block`,
  ]
  await withDatabase({}, (db) =>
    db.run(`copy (select ${[...places, ...attributes].join(', ')}, 1 as n
      from (select i, i // 40 as leaf from range(${leaves * 40}) r(i))) to '${path}' (format parquet)`),
  )
}

function sizesOf(): readonly (readonly [string, number])[] {
  const sizes = SIZES[CELLS]
  if (sizes === undefined) throw new Error(`TACET_BENCH_CELLS is one of ${Object.keys(SIZES).join(', ')}`)
  return sizes
}

function specText(): string {
  const levels = (size: number): string => Array.from({ length: size }, (_, i) => `"${i}"`).join(', ')
  const attributes = sizesOf().map(([name, size]) => `  - { name: ${name}, levels: [${levels(size)}] }`)
  return `tacet: 1
title: A large land
source: { file: people.parquet, count: n }
geography: { top: land, columns: [state, county, tract, block] }
attributes:
${attributes.join('\n')}
privacy: { unit: add-remove-person, person: { atMost: 1 }, epsilon: 8 }
workload: [{ query: total, levels: [state, county, tract, block] }, { query: ${sizesOf()[0][0]} }, { query: detailed }]
public: [{ name: everybody, query: total, level: land, exactly: data }]
topdown: { simulations: ${SIMULATIONS} }
`
}

interface PhaseCost {
  readonly name: string
  readonly wall: number
  readonly cpu: number
  peak: number
  readonly disk: number
}

/** What each phase took. Memory is looked at every tenth of a second, and by the kernel's own mark at the end. */
function watch(folder: string) {
  const phases: PhaseCost[] = []
  let [name, begun, cpu, peak] = ['start', performance.now(), process.cpuUsage(), 0]
  const look = (): void => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const timer = setInterval(look, 100)
  const next = (to: string): void => {
    look()
    const { user, system } = process.cpuUsage(cpu)
    const wall = (performance.now() - begun) / 1000
    phases.push({ name, wall, cpu: (user + system) / 1e6, peak, disk: bytesOf(folder) })
    ;[name, begun, cpu, peak] = [to, performance.now(), process.cpuUsage(), 0]
  }
  const events = (event: RunEvent): void => {
    if (event.kind !== 'phase') return
    next([event.within === undefined ? '' : event.within.id, event.id, event.of ?? ''].filter(Boolean).join(' '))
  }
  return {
    events,
    end: () => {
      next('')
      clearInterval(timer)
      return phases
    },
  }
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
}

async function one(leaves: number): Promise<void> {
  const folder = process.env.TACET_BENCH_FOLDER as string
  const watched = watch(folder)
  const context = localContext(
    { out: join(folder, 'out'), seed: 'large', format: 'parquet' },
    { events: watched.events },
  )
  const { topdown } = capabilities
  await topdown.run(jobFrom(await readSpec(join(folder, 'land.yaml'))), context)
  const phases = watched.end()
  const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(2)
  console.log(
    `\n${leaves.toLocaleString('en')} leaves x ${CELLS.toLocaleString('en')} cells, ${SIMULATIONS} simulations`,
  )
  console.log('  phase                        wall s    CPU s   peak GB   on disk GB')
  for (const { name, wall, cpu, peak, disk } of phases)
    console.log(
      `  ${name.padEnd(26)} ${wall.toFixed(1).padStart(8)} ${cpu.toFixed(1).padStart(8)} ${gigabytes(peak).padStart(9)} ${gigabytes(disk).padStart(12)}`,
    )
  const sum = (key: 'wall' | 'cpu'): string => phases.reduce((total, phase) => total + phase[key], 0).toFixed(1)
  const kernel = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) * 1024
  console.log(
    `  ${'all'.padEnd(26)} ${sum('wall').padStart(8)} ${sum('cpu').padStart(8)} ${gigabytes(kernel).padStart(9)}`,
  )
}

async function main(): Promise<void> {
  for (const leaves of LEAVES) {
    const folder = mkdtempSync(join(process.env.TACET_BENCH_DISK ?? tmpdir(), 'tacet-large-'))
    try {
      await writePeople(join(folder, 'people.parquet'), leaves)
      writeFileSync(join(folder, 'land.yaml'), specText())
      const env = { ...process.env, [CHILD]: String(leaves), TACET_BENCH_FOLDER: folder }
      const { status } = spawnSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url)], {
        env,
        stdio: 'inherit',
      })
      if (status !== 0) throw new Error(`${leaves} leaves ended with ${status}`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

const child = process.env[CHILD]
await (child === undefined ? main() : one(Number(child)))
