/** A ledger read from its checkpoint on says the same as one read whole, whatever happens to checkpoint and index. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rational } from '../exact/rational.ts'
import { pure } from '../privacy/event.ts'
import { LedgerFile } from './ledger-file.ts'
import { extendIndex, lookUp } from './ledger-index.ts'

const IDENTITY = { dataset: 'test', unit: 'person' }
const RUNS = 60
const folder = mkdtempSync(join(tmpdir(), 'tacet-checkpoint-'))
const original = join(folder, 'original.jsonl')
const PARTS = ['', '.head', '.checkpoint', '.index']
afterAll(() => rmSync(folder, { recursive: true }))

const reservation = (name: string) => ({
  runId: name,
  cost: pure(rational(1n, 100n)),
  purpose: 'test',
  specHash: 'spec',
  drawing: `drawing ${name}`,
})

beforeAll(async () => {
  const ledger = await LedgerFile.open(original, IDENTITY)
  for (let i = 0; i < RUNS; i++) {
    await ledger.reserve(reservation(`r${i}`))
    if (i % 5 === 4) await ledger.abandon(`r${i}`, 'test')
    else await ledger.commit(`r${i}`, `values ${i}`)
  }
})

let copies = 0
function copy(): string {
  const path = join(folder, `copy-${copies++}.jsonl`)
  for (const part of PARTS) copyFileSync(`${original}${part}`, `${path}${part}`)
  return path
}

/** Everything that a charge asks of a ledger, from the checkpoint on and whole. */
function expectSame(path: string): void {
  const [quick, whole] = [LedgerFile.peek(path)!, LedgerFile.existing(path).state()]
  expect(quick.head).toEqual(whole.head)
  expect([quick.dataset, quick.unit, quick.id, quick.spent]).toEqual([whole.dataset, whole.unit, whole.id, whole.spent])
  for (const [runId, run] of whole.runs) {
    expect(quick.run(runId)).toEqual(run)
    for (const hash of [run.measurementsHash, run.drawing])
      if (hash !== undefined) expect(quick.isUsed(hash)).toBe(true)
  }
  expect(quick.run('nobody')).toBeUndefined()
  expect(quick.isUsed('nothing')).toBe(false)
}

test('the checkpoint stands near the end, and everything is found from it', () => {
  const { bytes } = JSON.parse(readFileSync(`${original}.checkpoint`, 'utf8'))
  expect(bytes).toBeGreaterThan(statSync(original).size * 0.8)
  expectSame(original)
})

test('without checkpoint or index, or with ones that do not fit, every line is read again', () => {
  for (const spoil of [
    (path: string) => rmSync(`${path}.checkpoint`),
    (path: string) => rmSync(`${path}.index`),
    (path: string) => truncateSync(`${path}.index`, 100),
    (path: string) =>
      writeFileSync(`${path}.checkpoint`, readFileSync(`${path}.checkpoint`, 'utf8').replace('"1', '"2')),
    (path: string) => writeFileSync(`${path}.checkpoint`, 'null'),
  ]) {
    const path = copy()
    spoil(path)
    expectSame(path)
  }
})

test('a charge after the checkpoint is refused what a charge before it used', async () => {
  const ledger = LedgerFile.existing(copy())
  await expect(ledger.reserve({ ...reservation('new'), drawing: 'drawing r0' })).rejects.toThrow(/another run/)
  await ledger.reserve(reservation('new'))
  expect(await ledger.reserve(reservation('r0'))).toHaveProperty('measurementsHash')
  await expect(ledger.reserve(reservation('r4'))).rejects.toThrow(/was abandoned/)
  await expect(ledger.commit('r0', 'other values')).rejects.toThrow(/a second draw for one charge/)
  await ledger.commit('new', 'values 0') // the same values from another drawing: honest, and rare only for large releases
  expectSame(ledger.path)
})

test('a line that is changed behind the checkpoint is found by a full verification, and where it is used', async () => {
  const path = copy()
  const changed = readFileSync(path, 'utf8').replace('"1/100"', '"1/999"')
  writeFileSync(path, changed)
  expect(() => LedgerFile.existing(path).state()).toThrow(/damaged at line 2: its contents do not match its hash/)
  expect(() => LedgerFile.peek(path)!.run('r0')).toThrow(/damaged near byte/)
})

test('lines that are cut off behind the checkpoint are missed at once', () => {
  const path = copy()
  const lines = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, `${lines.slice(0, 40).join('\n')}\n`)
  expect(() => LedgerFile.peek(path)).toThrow(/damaged at line 41: it is missing/)
})

test('the index grows, keeps what it had, and holds a line once', () => {
  const path = join(folder, 'table.index')
  const entries = Array.from({ length: 9000 }, (_, i) => ({ key: `k${i % 4500}`, offset: 7 * i }))
  for (let i = 0; i < entries.length; i += 500) {
    extendIndex(path, entries.slice(i, i + 500), i)
    extendIndex(path, entries.slice(i, i + 500), i) // as after a crash before the checkpoint
  }
  for (const i of [0, 1, 4499]) expect(lookUp(path, `k${i}`, 1e9)).toEqual([7 * i, 7 * (i + 4500)])
  expect(lookUp(path, 'k3', 7 * 4503)).toEqual([21])
  expect(lookUp(path, 'k4500', 1e9)).toEqual([])
  expect(lookUp(join(folder, 'none'), 'k', 1)).toBeUndefined()
})
