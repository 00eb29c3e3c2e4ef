/**
 * A release that is killed at a file-system call, whichever, is finished by the same command: charged once, drawn once, verified,
 * with nothing left lying about. Every call is tried with TACET_KILLS=all; without it six of each command, evenly spread.
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { verifyRelease } from 'tacet/jobs'
import { LedgerFile } from 'tacet/ledger'
import { expect, test } from 'vitest'
import { type Ended, MAIN, tacet, testFolder } from './support/cli.ts'
import { entriesIn, homeOf, LEDGER, RELEASING, type ReleasingCommand } from './support/releases.ts'

const SHIM = fileURLToPath(new URL('./support/kill-at.mjs', import.meta.url))
const MOST_KILLS = process.env.TACET_KILLS === 'all' ? Number.POSITIVE_INFINITY : 6
const stride = (calls: readonly string[]): number => Math.max(1, Math.ceil(calls.length / MOST_KILLS))
/** Where a sample begins; all of them begin at the first call. */
const first = (at: number): number => (MOST_KILLS === Number.POSITIVE_INFINITY ? 1 : at)
const folder = testFolder()

/** Runs the command with its file-system calls counted; killed before call number `at`, or at none. */
function shimmed(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', SHIM, MAIN, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (piece) => {
    stdout += piece
  })
  child.stderr.on('data', (piece) => {
    stderr += piece
  })
  return new Promise((done) => child.once('close', (code) => done({ code, stdout, stderr })))
}

async function callsOf(command: ReleasingCommand, flags: readonly string[]): Promise<readonly string[]> {
  const home = homeOf(command, folder, `${command.name} whole ${flags.join('')}`)
  const log = join(home, 'calls.log')
  const run = await shimmed([...command.args, '--out', 'release', ...flags], home, { TACET_KILL_LOG: log })
  expect(run.code, run.stderr).toBe(0)
  return readFileSync(log, 'utf8').trim().split('\n')
}

/** The hash that the first committed run of the ledger has committed. */
function committedIn(home: string): string | undefined {
  const path = join(home, LEDGER)
  const runs = existsSync(path) ? [...LedgerFile.existing(path).state().runs.values()] : []
  return runs.find((run) => run.measurementsHash !== undefined)?.measurementsHash
}

/** The draft of a lock stays when its writer is killed: a few bytes under a name that is never used again. */
const isDraft = (name: string): boolean => /\.lock\.[0-9a-f-]{36}$/.test(name)

const outputsIn = (home: string): string[] =>
  readdirSync(home).filter((name) => name.startsWith('release') && !isDraft(name))

async function expectWhole(home: string, what: string): Promise<void> {
  expect(outputsIn(home), what).toEqual(['release'])
  const { reserve, commit, publish } = entriesIn(home)
  expect([reserve, commit], what).toEqual([1, 1])
  expect(publish, what).toBeGreaterThan(0)
  const { checks } = await verifyRelease(join(home, 'release'), { ledger: join(home, LEDGER) })
  expect(
    checks.filter(({ ok }) => !ok),
    what,
  ).toEqual([])
}

for (const [c, command] of RELEASING.entries()) {
  test(`${command.name}: killed at any file-system call, the same command finishes the release`, {
    timeout: 3_600_000,
  }, async () => {
    const calls = await callsOf(command, [])
    expect(calls.length).toBeGreaterThan(50)
    let killed = 0
    for (let at = first(1 + c); at <= calls.length; at += stride(calls)) {
      const what = `${command.name}, killed at call ${calls[at - 1]}`
      const home = homeOf(command, folder, `${command.name} ${at}`)
      const args = [...command.args, '--out', 'release']
      const first = await shimmed(args, home, { TACET_KILL_AT: String(at) })
      if (first.code === null) killed++
      const committed = committedIn(home)
      const isPlaced = existsSync(join(home, 'release'))
      const second = tacet(args, home)
      expect(second.code, `${what}\n${second.stderr}`).toBe(isPlaced ? 2 : 0)
      if (isPlaced) {
        expect(second.stderr, what).toMatch(/holds a finished release/)
        continue
      }
      await expectWhole(home, what)
      if (committed !== undefined) expect(committedIn(home), what).toBe(committed)
    }
    expect(killed).toBeGreaterThan(calls.length / stride(calls) / 2)
  })
}

/** Nothing is charged: what must be whole are the release, its private part, and one line in the record of what is out. */
const PROTECT: ReleasingCommand = {
  name: 'protect',
  files: {
    'table.csv':
      'sector,size,n\na,big,2\na,small,9\na,tiny,7\nb,big,8\nb,small,12\nb,tiny,3\nc,big,11\nc,small,6\nc,tiny,14\n',
  },
  args: ['protect', 'table.csv', '--rows', 'sector', '--columns', 'size', '--count', 'n', '--rule', 'count 4'],
}

test('protect: killed at any file-system call, the same command finishes the release, and it is recorded once', {
  timeout: 3_600_000,
}, async () => {
  const calls = await callsOf(PROTECT, [])
  expect(calls.length).toBeGreaterThan(50)
  let killed = 0
  const tables = new Set<string>()
  for (let at = first(4); at <= calls.length; at += stride(calls)) {
    const what = `protect, killed at call ${calls[at - 1]}`
    const home = homeOf(PROTECT, folder, `protect ${at}`)
    const args = [...PROTECT.args, '--out', 'release']
    const begun = await shimmed(args, home, { TACET_KILL_AT: String(at) })
    if (begun.code === null) killed++
    const isPlaced = existsSync(join(home, 'release'))
    const second = tacet(args, home)
    expect(second.code, `${what}\n${second.stderr}`).toBe(isPlaced ? 2 : 0)
    if (isPlaced) expect(second.stderr, what).toMatch(/holds a finished release/)
    else expect(outputsIn(home).sort(), what).toEqual(['release', 'release.private.json'])
    const published = join(home, 'tacet-tables.jsonl')
    expect(readFileSync(published, 'utf8').trim().split('\n').length, what).toBe(1)
    const privatePart = join(home, 'release.private.json')
    const { checks } = await verifyRelease(join(home, 'release'), { privatePart, published })
    expect(
      checks.filter(({ ok }) => !ok),
      what,
    ).toEqual([])
    tables.add(readFileSync(join(home, 'release', 'table.csv'), 'utf8'))
  }
  expect(killed).toBeGreaterThan(calls.length / stride(calls) / 2)
  expect(tables.size).toBe(1)
})

for (const name of ['groups', 'topdown']) {
  test(`${name}: when the power is lost, what was flushed is enough`, { timeout: 3_600_000 }, async () => {
    const command = RELEASING.find((other) => other.name === name)!
    const calls = await callsOf(command, ['--quiet'])
    for (let at = first(2); at <= calls.length; at += stride(calls)) {
      const what = `${name}, power lost at call ${calls[at - 1]}`
      const before = homeOf(command, folder, `${name} powered ${at}`)
      const home = join(folder, `${name} after ${at}`)
      const args = [...command.args, '--out', 'release']
      await shimmed(args, before, { TACET_KILL_AT: String(at), TACET_POWER_LOSS: home })
      if (!existsSync(home)) continue // it ended before that call
      const committed = committedIn(home)
      if (!existsSync(join(home, 'release'))) {
        const second = tacet(args, home)
        expect(second.code, `${what}\n${second.stderr}`).toBe(0)
      }
      if (outputsIn(home).length > 1) {
        expect(tacet(args, home).stderr, what).toMatch(/holds a finished release/)
        continue // whole, and tidied by the next run into that folder
      }
      await expectWhole(home, what)
      if (committed !== undefined) expect(committedIn(home), what).toBe(committed)
    }
  })
}

/** The counts of a release, whatever its files are called. */
const figuresIn = (home: string, release: string): string =>
  readdirSync(join(home, release))
    .filter((name) => name.endsWith('.csv'))
    .map((name) => readFileSync(join(home, release, name), 'utf8').replaceAll(/,(tacet_stamp|NOT PRIVATE)$/gm, ''))
    .join('\n')

test('a simulation that is killed, and moved away, never becomes a release', { timeout: 3_600_000 }, async () => {
  const command = RELEASING.find(({ name }) => name === 'groups')!
  const calls = await callsOf(command, ['--seed', '7'])
  const args = [...command.args, '--out', 'release']
  for (let at = first(3); at <= calls.length; at += stride(calls)) {
    const what = `killed at call ${calls[at - 1]}`
    const home = homeOf(command, folder, `seeded ${at}`)
    await shimmed([...args, '--seed', '7'], home, { TACET_KILL_AT: String(at) })
    if (existsSync(join(home, 'release'))) renameSync(join(home, 'release'), join(home, 'moved'))
    const second = tacet(args, home)
    if (second.code !== 0) {
      expect(second.code, what).toBe(2)
      expect(second.stderr, what).toMatch(/a stopped run with another command/)
      expect(existsSync(join(home, LEDGER)), what).toBe(false)
      continue
    }
    await expectWhole(home, what)
    const simulated = tacet([...command.args, '--out', 'simulated', '--seed', '7'], home)
    expect(simulated.code, what).toBe(0)
    // With 10 noisy cells of scale 2 the same counts come by chance less than once in 10^6.
    expect(figuresIn(home, 'release'), what).not.toBe(figuresIn(home, 'simulated'))
  }
})
