/** Runs that are shared through a folder: real processes, killed and cut off, whose release is that of one machine byte for byte. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LedgerFile } from 'tacet/ledger'
import { beforeAll, expect, test } from 'vitest'
import { MAIN, tacet, tacetUntil, testFolder } from './support/cli.ts'
import { releasedBytes, writeLand } from './support/land.ts'
import { writeSmallTown } from './support/small-town.ts'

const folder = testFolder()
const SIZE = { states: 2, counties: 3, tracts: 4, blocks: 3 }

/** A run in the background, with its end. */
function started(
  args: readonly string[],
  cwd: string,
): { child: ChildProcess; ended: Promise<{ code: number | null; said: string }> } {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd, env: { ...process.env, NO_COLOR: '1' } })
  let said = ''
  child.stdout?.on('data', (piece) => {
    said += piece
  })
  child.stderr?.on('data', (piece) => {
    said += piece
  })
  return { child, ended: new Promise((done) => child.once('close', (code) => done({ code, said }))) }
}

const until = (what: () => boolean): Promise<void> => expect.poll(what, { interval: 20 }).toBe(true)

beforeAll(() => {
  writeLand(folder, SIZE)
  const { code, stderr } = tacet(['topdown', 'land.yaml', '--seed', '7', '--out', 'alone'], folder)
  expect(code, stderr).toBe(0)
})

test('two workers make the release of one machine, simulations included, while one after the other is killed', async () => {
  const home = join(folder, 'large')
  mkdirSync(home)
  writeLand(home, { states: 10, counties: 10, tracts: 10, blocks: 2, simulations: 1 })
  expect(tacet(['topdown', 'land.yaml', '--seed', '7', '--out', 'alone'], home).code).toBe(0)
  const run = started(
    'run land.yaml --seed 7 --out shared --run-dir dir --workers 2 --chunk-seconds 0.5s --heartbeat 1s'.split(' '),
    home,
  )
  let kills = 0
  const claims = join(home, 'dir', 'claims')
  const kill = setInterval(() => {
    const [claim] = existsSync(claims) ? readdirSync(claims) : []
    if (claim === undefined || kills >= 2) return
    try {
      const pid = Number(readFileSync(join(claims, claim), 'utf8').split(' ').at(-1))
      if (!(pid > 1)) return
      process.kill(pid, 'SIGKILL')
      kills++
    } catch {} // done meanwhile
  }, 1000)
  const { code, said } = await run.ended
  clearInterval(kill)
  expect(code, said).toBe(0)
  expect(releasedBytes(join(home, 'shared'))).toEqual(releasedBytes(join(home, 'alone')))
  const { stdout } = tacet(['run', 'status', 'dir', '--json'], home)
  const { state, steps, parked } = JSON.parse(stdout)
  expect(state).toBe('finished')
  expect(parked).toEqual([])
  expect(steps.length).toBe(18)
  expect(steps.every((step: { done: number; chunks: number }) => step.done === step.chunks)).toBe(true)
  const metrics = tacet(['run', 'status', 'dir', '--metrics'], home).stdout
  expect(metrics).toMatch(/^tacet_chunks_done\{work="solve",step="level-4"\} \d+$/m)
  expect(metrics).toContain('tacet_chunks_parked 0')
})

test('a chunk that is done is not done again, and one whose turn has not come says so', async () => {
  const run = started(
    'run land.yaml --seed 7 --out by-hand --run-dir hand --workers 0 --chunk-seconds 0.1s'.split(' '),
    folder,
  )
  await until(() => existsSync(join(folder, 'hand/works/solve.json')))
  const worker = (...args: string[]) =>
    tacet(['worker', '--run', 'hand', '--chunk', '0', '--of', '1', ...args], folder).code
  expect(worker('--level', '2')).toBe(75)
  const wrong = tacet(['worker', '--run', 'hand', '--chunk', '0', '--level', '99'], folder)
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringMatching(/no step level-99 in this run. Its steps: .*level-4/s),
  ])
  for (const level of ['4', '3', '2', '1']) expect(worker('--up', '--level', level)).toBe(0)
  for (const level of ['0', '1', '2', '3', '4']) expect(worker('--level', level)).toBe(0)
  const first = readFileSync(join(folder, 'hand/solve/level-3/chunk-0'))
  expect(worker('--level', '3')).toBe(0)
  expect(readFileSync(join(folder, 'hand/solve/level-3/chunk-0')).equals(first)).toBe(true)
  expect((await run.ended).code).toBe(0)
  expect(releasedBytes(join(folder, 'by-hand'))).toEqual(releasedBytes(join(folder, 'alone')))
})

test('a chunk that fails is parked with its input, the rest goes on, and retry finishes the run', async () => {
  const run = started(
    'run land.yaml --seed 7 --out mended --run-dir broken --workers 0 --chunk-seconds 0.01s'.split(' '),
    folder,
  )
  await until(() => existsSync(join(folder, 'broken/works/solve.json')))
  const piece = join(folder, 'broken/measured/people-11-0.f64')
  const whole = readFileSync(piece)
  const damaged = Buffer.from(whole)
  damaged[damaged.length - 3] ^= 1
  writeFileSync(piece, damaged)
  expect(tacet(['worker', '--run', 'broken', '--idle', '3'], folder).code).toBe(0)
  const { code, said } = await run.ended
  expect(code).toBe(1)
  expect(said).toMatch(/chunks? could not be done; everything that does not need/)
  expect(said).toContain('it is damaged')
  expect(said).toContain('tacet run retry')
  expect(tacet(['run', 'status', 'broken'], folder).stdout).toContain('Parked: solve/')
  writeFileSync(piece, whole)
  const again = tacet(['run', 'retry', 'broken', '--workers', '1'], folder)
  expect(again.code, again.stderr).toBe(0)
  expect(releasedBytes(join(folder, 'mended'))).toEqual(releasedBytes(join(folder, 'alone')))
})

test('one run has one coordinator; cancelled, it is resumed, and charged once', async () => {
  const home = join(folder, 'charged')
  mkdirSync(home)
  writeLand(home, SIZE)
  const command = 'run land.yaml --out out --run-dir dir --workers 0 --chunk-seconds 0.05s'.split(' ')
  const run = started(command, home)
  await until(() => existsSync(join(home, 'dir/works/solve.json')))
  const second = tacet(command, home)
  expect(second.code).not.toBe(0)
  expect(second.stderr).toMatch(/The run in .* is in use by process/)
  expect(tacet(['run', 'cancel', 'dir'], home).code).toBe(0)
  expect((await run.ended).said).toContain('Stopped.')
  expect(tacet(['run', 'status', 'dir'], home).stdout).toContain('cancelled')
  const again = tacet(['run', 'retry', 'dir', '--workers', '2'], home)
  expect(again.code, again.stderr).toBe(0)
  const { runs } = LedgerFile.existing(join(home, 'tacet-ledger.jsonl')).state()
  expect(runs.size).toBe(1)
  expect(tacet(['verify', 'out', '--ledger', 'tacet-ledger.jsonl'], home).code).toBe(0)
})

test('SIGTERM ends a coordinator and a worker with 143, and the run resumes', async () => {
  const args = 'run land.yaml --seed 7 --out ended --run-dir ended-dir --workers 0 --chunk-seconds 0.02s'.split(' ')
  const shared = join(folder, 'ended-dir/works/solve.json')
  const coordinator = await tacetUntil(args, folder, () => existsSync(shared), 'SIGTERM')
  expect(coordinator.code).toBe(143)
  const begun = (): number =>
    readdirSync(join(folder, 'ended-dir')).includes('attempts')
      ? readdirSync(join(folder, 'ended-dir/attempts')).length
      : 0
  const before = begun()
  const idle = ['worker', '--run', 'ended-dir', '--idle', '600']
  const worker = await tacetUntil(idle, folder, () => begun() > before, 'SIGTERM')
  expect(worker.code).toBe(143)
  expect(tacet(['run', 'retry', 'ended-dir', '--workers', '1'], folder).code).toBe(0)
  expect(releasedBytes(join(folder, 'ended'))).toEqual(releasedBytes(join(folder, 'alone')))
})

test('group sizes are solved by a worker too, and any capability runs by its spec', () => {
  const home = join(folder, 'town')
  writeSmallTown(home)
  const alone = tacet(['run', 'households.yaml', '--seed', '7', '--out', 'alone'], home)
  expect(alone.code, alone.stderr).toBe(0)
  const shared = tacet('run households.yaml --seed 7 --out shared --run-dir dir --workers 1'.split(' '), home)
  expect(shared.code, shared.stderr).toBe(0)
  const groups = (out: string): string => readFileSync(join(home, out, 'groups.csv'), 'utf8')
  expect(groups('shared')).toBe(groups('alone'))
  expect(readdirSync(join(home, 'dir/works')).join()).toMatch(/^call-groups-/)
  expect(tacet(['run', 'farm.yaml', '--seed', '7', '--out', 'farm'], home).code).toBe(0)
  const several = tacet(['run', 'town.yaml', '--out', 'town'], home)
  expect(several.stderr).toContain('has parts for topdown, audit: choose one with --as')
})

test('what cannot be shared is said at once', () => {
  const said = (args: string[], env = {}): string => {
    const { code, stderr } = tacet(args, folder, env)
    expect(code).toBe(2)
    return stderr
  }
  expect(said(['run', 'land.yaml', '--workers', '2'])).toContain('name a folder for it with --run-dir')
  expect(said(['run', 'status', 'nowhere'])).toContain('nowhere holds no run')
  expect(said(['worker'])).toContain('name the folder of the run with --run')
  expect(said(['run', 'land.yaml', '--seed', '1', '--out', 'x', '--run-dir', folder])).toContain(
    'is not empty and holds no run',
  )
  expect(said(['run', 'status', '--cluster', 'postgres://tacet@127.0.0.1:1/none'])).toContain(
    'the database does not answer',
  )
  const other = said(['run', 'land.yaml', '--seed', '8', '--out', 'x', '--run-dir', 'hand'])
  expect(other).toContain('hand holds another run')
})
