/**
 * Nodes solved a second by 1, 2 and 4 worker processes, through a run directory and through PostgreSQL, beside the threads of one process on
 * the same measurements. CPU seconds are those of all processes together; wall seconds are under the load of this machine.
 *
 *   TACET_BENCH_TRACTS=2000 TACET_BENCH_CHUNK=0.1 node build/bench/workers.mjs
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from './queue-server.ts'

const TRACTS = Number(process.env.TACET_BENCH_TRACTS ?? 600)
const CHUNK = process.env.TACET_BENCH_CHUNK ?? '0.1'
const BLOCKS = 12
const WORKERS = (process.env.TACET_BENCH_WORKERS ?? '1,2,4').split(',').map(Number)
const MAIN = fileURLToPath(new URL('../../dist/cli/main.mjs', import.meta.url))

const SPEC = `tacet: 1
source: { file: land.csv, count: n }
geography: { top: land, columns: [county, tract, block] }
attributes: [{ name: sex, levels: [f, m] }, { name: age, levels: [a, b, c, d, e, g] }]
privacy: { unit: add-remove-person, person: { atMost: 1 }, epsilon: 4 }
workload: [{ query: total }, { query: sex }, { query: detailed }]
topdown: { simulations: 0 }
`

interface Cost {
  readonly cpu: number
  readonly wall: number
}

function writeLand(folder: string): void {
  const lines = ['county,tract,block,sex,age,n']
  for (let tract = 0; tract < TRACTS; tract++)
    for (let block = 0; block < BLOCKS; block++)
      for (let i = 0; i < 6; i++)
        lines.push(
          `c${tract % 20},t${tract},b${block},${'fm'[(tract + i) % 2]},${'abcdeg'[(block * 5 + i) % 6]},${1 + ((tract * 7 + block + i) % 9)}`,
        )
  writeFileSync(join(folder, 'land.csv'), `${lines.join('\n')}\n`)
  writeFileSync(join(folder, 'land.yaml'), SPEC)
}

/** The shell's own `time` counts every process that was waited for. */
function run(folder: string, args: string, env: Readonly<Record<string, string>> = {}): Cost {
  const script = `TIMEFORMAT='%U %S %R'; time "${process.execPath}" "${MAIN}" ${args} > said.txt 2>&1`
  const { status, stderr } = spawnSync('bash', ['-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  if (status !== 0)
    throw new Error(`tacet ${args} ended with ${status}: ${readFileSync(join(folder, 'said.txt'), 'utf8')}`)
  const [user, system, wall] = stderr.trim().split(' ').map(Number)
  return { cpu: user + system, wall }
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tacet-workers-'))
  const server = await startServer()
  try {
    writeLand(folder)
    const nodes = TRACTS * BLOCKS + TRACTS + 20 + 1
    console.log(
      `workers: ${nodes.toLocaleString('en')} nodes of 12 cells, chunks of ${CHUNK} s; CPU seconds of all processes`,
    )
    console.log('                          CPU s   ratio   wall s (load)  nodes/s (load)')
    const say = (what: string, { cpu, wall }: Cost, base: Cost): void =>
      console.log(
        `  ${what.padEnd(22)} ${cpu.toFixed(1).padStart(6)} ${(cpu / base.cpu).toFixed(2).padStart(7)} ${wall.toFixed(1).padStart(10)} ${(nodes / wall).toFixed(0).padStart(14)}`,
      )
    const base = run(folder, 'topdown land.yaml --seed 7 --out threads')
    say('threads', base, base)
    const cells = readFileSync(join(folder, 'threads', 'cells.csv'))
    const compare = (out: string): void => {
      if (!readFileSync(join(folder, out, 'cells.csv')).equals(cells)) throw new Error(`${out} is another release`)
    }
    for (const workers of WORKERS) {
      const shared = `--seed 7 --out dir-${workers} --run-dir run-${workers} --workers ${workers} --chunk-seconds ${CHUNK}s`
      say(`run directory, ${workers}`, run(folder, `run land.yaml ${shared}`), base)
      compare(`dir-${workers}`)
    }
    for (const workers of server === undefined ? [] : WORKERS) {
      const begun = server?.seconds() ?? 0
      const cost = run(
        folder,
        `run land.yaml --seed 7 --out pg-${workers} --workers ${workers} --chunk-seconds ${CHUNK}s`,
        {
          TACET_CLUSTER: server?.url ?? '',
        },
      )
      say(`PostgreSQL, ${workers}`, cost, base)
      console.log(`    and the server itself ${((server?.seconds() ?? 0) - begun).toFixed(1)} CPU s`)
      compare(`pg-${workers}`)
    }
  } finally {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
