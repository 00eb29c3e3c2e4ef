/** The ledger as a file. The tests with several processes run the built package: `npm run build` comes before them. */
import { spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rational } from '../exact/rational.ts'
import { asPure } from '../privacy/composition.ts'
import { type PrivacyEvent, pure } from '../privacy/event.ts'
import type { Reservation } from '../privacy/ledger-plan.ts'
import { LedgerFile } from './ledger-file.ts'

const IDENTITY = { dataset: 'test', unit: 'person' }
const tenth = pure(rational(1n, 10n))
const one = pure(rational(1n))

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tacet-ledger-'))
  path = join(folder, 'ledger.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function run(runId: string, cost: PrivacyEvent = tenth): Reservation {
  return { runId, cost, purpose: 'test', specHash: 'spec' }
}

interface Ending {
  readonly output: string
  readonly signal: string | null
  readonly code: number | null
}

function contend(options: Record<string, unknown>): Promise<Ending> {
  const script = new URL('./fixtures/contender.mjs', import.meta.url).pathname
  const child = spawn(process.execPath, [script, JSON.stringify({ path, ...options })])
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ output, signal, code })))
}

function tally(output: string, word: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith(`${word} `))
    .map((line) => line.slice(word.length + 1))
}

test('reserve, commit, resume, abandon, and what is left', async () => {
  const ledger = await LedgerFile.open(path, IDENTITY)
  await ledger.setCap(one, 'agreed with the data owner')
  expect(await ledger.reserve(run('a'))).not.toHaveProperty('measurementsHash')
  await ledger.commit('a', 'm')
  const again = await LedgerFile.open(path, IDENTITY)
  expect(await again.reserve(run('a'))).toMatchObject({ measurementsHash: 'm' })
  await again.reserve(run('b'))
  await again.abandon('b', 'disk lost')
  await again.abandon('b', 'disk lost')
  expect(again.summary()).toMatchObject({ spent: 'epsilon 1/5 (0.2)', remaining: { exact: '4/5' }, lines: 6 })
  expect(readdirSync(folder).sort()).toEqual(['ledger.jsonl', 'ledger.jsonl.head'])
})

test('beyond the cap: refused, and nothing is written', async () => {
  const ledger = await LedgerFile.open(path, IDENTITY)
  await ledger.setCap(one, 'agreed')
  await ledger.reserve(run('a', pure(rational(2n, 3n))))
  const before = readFileSync(path, 'utf8')
  await expect(ledger.reserve(run('b', pure(rational(1n, 2n))))).rejects.toMatchObject({
    code: 'refused',
    facts: { requested: { exact: '1/2' }, remaining: { exact: '1/3' }, difference: { exact: '1/6' } },
  })
  expect(readFileSync(path, 'utf8')).toBe(before)
})

test('another data set, another unit, no ledger at all', async () => {
  await LedgerFile.open(path, IDENTITY)
  await expect(LedgerFile.open(path, { ...IDENTITY, dataset: 'other' })).rejects.toThrow(/kept for "test"/)
  await expect(LedgerFile.open(path, { ...IDENTITY, unit: 'household' })).rejects.toThrow(/do not add up/)
  expect(() => LedgerFile.existing(join(folder, 'none'))).toThrow(/no ledger/)
  const ledger = LedgerFile.existing(path)
  await expect(ledger.abandon('a', 'x')).rejects.toThrow(/not waiting to be finished/)
})

test('many at once in one process', async () => {
  const ledger = await LedgerFile.open(path, IDENTITY)
  await ledger.setCap(one, 'agreed')
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => ledger.reserve(run(`r${i}`))))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

describe('damage', () => {
  let lines: string[]
  beforeEach(async () => {
    const ledger = await LedgerFile.open(path, IDENTITY)
    await ledger.setCap(one, 'agreed')
    for (const id of ['a', 'b', 'c']) await ledger.reserve(run(id))
    lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  })

  async function expectDamage(line: number, reason: RegExp): Promise<void> {
    const ledger = LedgerFile.existing(path)
    expect(() => ledger.state()).toThrow(`damaged at line ${line}`)
    expect(() => ledger.state()).toThrow(reason)
    await expect(ledger.reserve(run('d'))).rejects.toMatchObject({ code: 'input', facts: { line } })
  }

  const write = (kept: string[]): void => writeFileSync(path, `${kept.join('\n')}\n`)

  test('a tampered line', async () => {
    write(lines.with(2, lines[2].replace('"1/10"', '"1/99"')))
    await expectDamage(3, /do not match its hash/)
  })
  test('reordered lines', async () => {
    write(lines.with(2, lines[3]).with(3, lines[2]))
    await expectDamage(3, /numbered 3 where 2 follows/)
  })
  test('a dropped line', async () => {
    write(lines.toSpliced(1, 1))
    await expectDamage(2, /numbered 2 where 1 follows/)
  })
  test('lines cut off at the end, whole', async () => {
    write(lines.slice(0, 4))
    await expectDamage(5, /it is missing: the ledger had 5 lines/)
  })
  test('an acknowledged last line cut in the middle is not mistaken for a torn write', async () => {
    truncateSync(path, readFileSync(path).length - 7)
    await expectDamage(5, /it is missing/)
  })
  test('an acknowledged last line without its newline', async () => {
    truncateSync(path, readFileSync(path).length - 1)
    await expectDamage(5, /it is missing/)
  })
  test('an emptied file, a removed file', async () => {
    writeFileSync(path, '')
    await expectDamage(1, /it is missing/)
    rmSync(path)
    await expect(LedgerFile.open(path, IDENTITY)).rejects.toThrow(/damaged at line 1/)
  })
  test('another file, given by mistake, is no damaged ledger', () => {
    const other = `${path}.csv`
    writeFileSync(other, 'age,sex\n44,f\n')
    expect(() => LedgerFile.existing(other).state()).toThrow(/is not a ledger: its first line/)
    writeFileSync(other, `${lines[0].slice(0, -20)}\n`)
    expect(() => LedgerFile.existing(other).state()).toThrow(/damaged at line 1/)
  })
  test('a removed head', async () => {
    rmSync(`${path}.head`)
    await expectDamage(5, /head file beside it is missing/)
  })
  test('a head that cannot be read', () => {
    writeFileSync(`${path}.head`, '{"ind')
    expect(() => LedgerFile.existing(path).state()).toThrow(/head file .* cannot be read/)
  })
  test('a ledger that was replaced, whole and longer, with the old head beside it', async () => {
    const other = await LedgerFile.open(join(folder, 'other.jsonl'), IDENTITY)
    for (const id of ['p', 'q', 'r', 's', 't', 'u']) await other.reserve(run(id, pure(rational(1n, 10n ** 9n))))
    writeFileSync(path, readFileSync(other.path))
    await expectDamage(5, /not the line that the head file names/)
  })
  test('rubbish appended as a whole line', async () => {
    appendFileSync(path, 'rubbish\n')
    await expectDamage(6, /not JSON/)
  })
  test('a torn line that was never acknowledged is cut off, and the ledger goes on', async () => {
    appendFileSync(path, '{"entry":{"cost":{"eps')
    const ledger = LedgerFile.existing(path)
    await ledger.reserve(run('d'))
    expect(ledger.summary()).toMatchObject({ spent: 'epsilon 2/5 (0.4)', lines: 6 })
  })
})

describe('several processes', () => {
  test('the package is built', () => {
    const built = new URL('../../dist/ledger/index.mjs', import.meta.url).pathname
    expect(existsSync(built), 'run "npm run build" before the tests').toBe(true)
  })

  test('two at once never overspend: 100 reservations of 1/10 under a cap of 5', async () => {
    const ledger = await LedgerFile.open(path, IDENTITY)
    await ledger.setCap(pure(rational(5n)), 'agreed')
    const ids = (name: string): string[] => Array.from({ length: 50 }, (_, i) => `${name}${i}`)
    const [first, second] = await Promise.all([contend({ runs: ids('x') }), contend({ runs: ids('y') })])
    expect([first.code, second.code], first.output + second.output).toEqual([0, 0])
    const granted = [first, second].flatMap(({ output }) => tally(output, 'reserved'))
    const refused = [first, second].flatMap(({ output }) => tally(output, 'refused'))
    expect([granted.length, refused.length]).toEqual([50, 50])
    expect([...ledger.state().runs.keys()].sort()).toEqual(granted.sort())
    expect(asPure(ledger.state().spent)).toEqual(rational(5n))
  })

  test('kill -9 between any two file operations: never under-counted, never charged twice, never stuck', async () => {
    const whole = await contend({ runs: ['a'], commit: true })
    const steps = Number(tally(whole.output, 'steps')[0])
    expect(steps, whole.output).toBeGreaterThan(25)
    for (let stopAt = 1; stopAt <= steps; stopAt++) {
      for (const name of readdirSync(folder)) rmSync(join(folder, name))
      const killed = await contend({ runs: ['a'], commit: true, stopAt })
      expect(killed.signal, `step ${stopAt}: ${killed.output}`).toBe('SIGKILL')
      // What was acknowledged before the kill stands in the file, before anybody mends anything.
      const acknowledged = tally(killed.output, 'reserved').length
      const standing = existsSync(path) ? LedgerFile.existing(path).state().runs.size : 0
      expect(standing, `step ${stopAt}`).toBeGreaterThanOrEqual(acknowledged)
      // And the same run, resumed, is charged once.
      const ledger = await LedgerFile.open(path, IDENTITY, { patience: 5000 })
      await ledger.reserve(run('a'))
      await ledger.commit('a', 'measurements')
      expect(asPure(ledger.state().spent), `step ${stopAt}`).toEqual(rational(1n, 10n))
    }
  })

  test('four at once take over from a dead holder: one of them gets the lock, and the cap holds', async () => {
    const ledger = await LedgerFile.open(path, IDENTITY)
    await ledger.setCap(pure(rational(2n)), 'agreed')
    expect((await contend({ runs: ['a'], stopAt: 4 })).signal).toBe('SIGKILL') // dies holding the lock
    expect(existsSync(`${path}.lock`)).toBe(true)
    const endings = await Promise.all(
      ['w', 'x', 'y', 'z'].map((name) => contend({ runs: Array.from({ length: 10 }, (_, i) => `${name}${i}`) })),
    )
    expect(endings.flatMap(({ output }) => tally(output, 'reserved'))).toHaveLength(20)
    expect(endings.flatMap(({ output }) => tally(output, 'refused'))).toHaveLength(20)
    expect(asPure(ledger.state().spent)).toEqual(rational(2n))
    const names = ['ledger.jsonl', 'ledger.jsonl.checkpoint', 'ledger.jsonl.head', 'ledger.jsonl.index']
    expect(readdirSync(folder).sort()).toEqual(names)
  })

  test('a killed taker-over is itself taken over', async () => {
    const first = await contend({ runs: ['a'], stopAt: 4 }) // dies holding the lock
    expect(first.signal).toBe('SIGKILL')
    expect(existsSync(`${path}.lock`)).toBe(true)
    for (let stopAt = 3; stopAt <= 12; stopAt++) {
      const next = await contend({ runs: ['a'], stopAt })
      expect(next.signal, next.output).toBe('SIGKILL')
    }
    const ledger = await LedgerFile.open(path, IDENTITY, { patience: 5000 })
    await ledger.reserve(run('a'))
    expect(asPure(ledger.state().spent)).toEqual(rational(1n, 10n))
    expect(existsSync(`${path}.lock`)).toBe(false)
  })
})

test('a lock whose holder may be alive elsewhere is waited for, then named', async () => {
  const elsewhere = {
    token: 't',
    pid: 1,
    started: '1',
    host: 'another-host',
    machine: null,
    boot: null,
    namespace: null,
  }
  writeFileSync(`${path}.lock`, JSON.stringify(elsewhere))
  await expect(LedgerFile.open(path, IDENTITY, { patience: 50 })).rejects.toThrow(/process 1 on another-host/)
})

test.runIf(process.platform === 'linux')(
  'a folder that is closed to writing: the message says whose it is and where else a ledger may stand',
  async () => {
    const closed = '/sys/tacet-ledger.jsonl' // nobody makes files there, the administrator neither
    await expect(LedgerFile.open(closed, IDENTITY)).rejects.toThrow(
      /^The ledger \/sys\/tacet-ledger\.jsonl cannot be written: its folder is closed to writing\..*kept beside the data.*privacy\.ledger/,
    )
  },
)
