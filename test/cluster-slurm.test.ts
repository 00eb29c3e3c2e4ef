/** A run whose workers Slurm starts, on a Slurm of its own: a task, a node and the controller are killed on the way. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { MAIN, tacet, testFolder } from './support/cli.ts'
import { releasedBytes, writeLand } from './support/land.ts'
import { testNeeding } from './support/needs.ts'
import { startSlurm, sweepSlurm } from './support/slurm.ts'

const folder = testFolder()

testNeeding(
  'slurm',
  'a task, a node daemon and the controller are killed, and the release is that of one machine',
  async () => {
    const home = join(folder, 'land')
    mkdirSync(home)
    writeLand(home, { states: 2, counties: 3, tracts: 4, blocks: 3 })
    expect(tacet(['topdown', 'land.yaml', '--seed', '7', '--out', 'alone'], home).code).toBe(0)
    const slurm = await startSlurm()
    try {
      const env = { ...process.env, NO_COLOR: '1', ...slurm.environment }
      const args =
        'run land.yaml --seed 7 --out shared --run-dir dir --slurm --slurm-limit 2 --chunk-seconds 0.06s'.split(' ')
      const child = spawn(process.execPath, [MAIN, ...args], { cwd: home, env })
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (piece) => {
          said += piece
        })
      const ended = new Promise<number | null>((done) => child.once('close', done))
      const dir = (...parts: string[]): string => join(home, 'dir', ...parts)
      const running = (): string =>
        spawnSync('squeue', ['--noheader', '--states=RUNNING', '--format=%A'], { env, encoding: 'utf8' }).stdout.trim()
      await expect.poll(running, { interval: 100 }).not.toBe('')
      spawnSync('scancel', ['--full', '--signal=KILL', ...running().split('\n')], { env })
      await slurm.crashNode(0)
      await expect.poll(() => existsSync(dir('solve/sum-3')), { interval: 100 }).toBe(true)
      await slurm.crashController()
      expect(await ended, said).toBe(0)
      expect(releasedBytes(join(home, 'shared'))).toEqual(releasedBytes(join(home, 'alone')))
      // The controller lists a task it was told to end, or whose end it missed while it was down, until its node answers.
      const queue = (): string => spawnSync('squeue', ['--noheader'], { env, encoding: 'utf8' }).stdout
      await expect.poll(queue, { interval: 500 }).toBe('')
    } finally {
      slurm.stop()
    }
  },
)

testNeeding('slurm', 'where there is no sbatch it is said', () => {
  const home = join(folder, 'none')
  mkdirSync(home)
  writeLand(home, { states: 2, counties: 3, tracts: 4, blocks: 3 })
  const { code, stderr } = tacet(
    'run land.yaml --seed 7 --out shared --run-dir dir --slurm --chunk-seconds 0.1s'.split(' '),
    home,
    { PATH: '/nowhere' },
  )
  expect(code).toBe(2)
  expect(stderr).toContain('`sbatch` is not there')
})

testNeeding('slurm', 'what a Slurm test that was cut off left running is ended at the next start', async () => {
  const inside = join(folder, 'left')
  const left = join(inside, 'tacet-slurm-left')
  mkdirSync(left, { recursive: true })
  chmodSync(left, 0o755)
  writeFileSync(join(left, 'key'), randomBytes(1024), { mode: 0o600 })
  const files = ['socket', 'pid-file', 'seed-file', 'log-file'].map((name) => `--${name}=${join(left, name)}`)
  execFileSync('munged', ['--force', `--key-file=${join(left, 'key')}`, ...files])
  const pid = Number(readFileSync(join(left, 'pid-file'), 'utf8'))
  writeFileSync(join(left, 'owner.pid'), String(process.pid))
  expect(sweepSlurm(inside)).toEqual([]) // its owner lives
  writeFileSync(join(left, 'owner.pid'), String(spawnSync('true').pid))
  expect(sweepSlurm(inside)).toEqual([left])
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
  expect(existsSync(left)).toBe(false)
})
