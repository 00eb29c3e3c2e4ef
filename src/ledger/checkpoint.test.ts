/** A ledger read from its checkpoint on says the same as one read whole, whatever happens to checkpoint and index. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rational } from '../exact/rational.ts'
import { pure } from '../privacy/event.ts'
import { type Cap, canonicalJson, sha256 } from '../privacy/index.ts'
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

test('a line that is changed behind the checkpoint is noticed by the next charge, with its number', async () => {
  const path = copy()
  const changed = readFileSync(path, 'utf8').replace('"1/100"', '"1/999"')
  writeFileSync(path, changed)
  await expect(LedgerFile.existing(path).reserve(reservation('new'))).rejects.toThrow(
    /damaged at line 2: its contents do not match its hash/,
  )
  expect(() => LedgerFile.existing(path).summary()).toThrow(/damaged at line 2/)
  expect(() => LedgerFile.existing(path).state()).toThrow(/damaged at line 2/)
  expect(() => LedgerFile.peek(path)!.run('r0')).toThrow(/damaged near byte/)
})

/** As somebody would who knows how a checkpoint is sealed. */
function reseal(path: string, change: (body: Record<string, unknown>) => void): void {
  const { seal: _, ...body } = JSON.parse(readFileSync(`${path}.checkpoint`, 'utf8'))
  change(body)
  writeFileSync(`${path}.checkpoint`, `${canonicalJson({ ...body, seal: sha256(canonicalJson(body)) })}\n`)
}

test('a checkpoint that is sealed again with less spent, without the cap or for other data is not believed', async () => {
  const capped = copy()
  await LedgerFile.existing(capped).setCap(pure(rational(61n, 100n)) as Cap, 'test')
  for (let i = 0; i < 20; i++) await LedgerFile.existing(capped).setCap(pure(rational(61n, 100n)) as Cap, `test ${i}`)
  const nothing = { pure: '0', pureAsRho: '0', rho: '0', epsilon: '0', delta: '0' }
  for (const change of [
    (body: Record<string, unknown>) => void (body.spent = nothing),
    (body: Record<string, unknown>) => void (body.cap = null),
    (body: Record<string, unknown>) => void (body.unit = 'household'),
    (body: Record<string, unknown>) => void (body.id = 'another'),
  ]) {
    const path = join(folder, `copy-${copies++}.jsonl`)
    for (const part of PARTS) copyFileSync(`${capped}${part}`, `${path}${part}`)
    reseal(path, change)
    expect(LedgerFile.peek(path)).toMatchObject({ unit: IDENTITY.unit, spent: LedgerFile.existing(path).state().spent })
    const two = { ...reservation('two'), cost: pure(rational(2n, 100n)) }
    await expect(LedgerFile.existing(path).reserve(two)).rejects.toThrow(/epsilon 1\/50 .* too much/)
    expectSame(path)
  }
})

test('a line that states another spend than the lines make is damage', () => {
  const path = copy()
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const { hash: _, ...body } = JSON.parse(lines.at(-1)!)
  const forged = { ...body, after: body.after.replace('3/5', '0') }
  lines.splice(-1, 1, canonicalJson({ ...forged, hash: sha256(canonicalJson(forged)) }))
  writeFileSync(path, `${lines.join('\n')}\n`)
  expect(() => LedgerFile.existing(path).state()).toThrow(/states another spend or cap than the lines make/)
})

test('a long ledger is verified once for a charge, and what others do to it meanwhile is seen', async () => {
  const path = copy()
  const ledger = LedgerFile.existing(path)
  for (let i = 0; i < 400; i++) await ledger.setCap(undefined, `${i} ${'x'.repeat(600)}`)
  expect(statSync(path).size).toBeGreaterThan(1 << 18)
  expect(LedgerFile.peek(path)).toBe(LedgerFile.peek(path))
  await ledger.reserve(reservation('mine'))
  expect(LedgerFile.peek(path)!.run('mine')).toBeDefined()
  const other = readFileSync(path, 'utf8')
  writeFileSync(path, other.replace('"1/100"', '"1/999"'))
  await expect(ledger.reserve(reservation('yours'))).rejects.toThrow(/damaged at line 2/)
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
