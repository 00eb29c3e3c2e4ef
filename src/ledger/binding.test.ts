/** A data file has one ledger: a second one, or a new one for one that is gone, needs a reason that both keep. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { rational } from '../exact/rational.ts'
import { pure } from '../privacy/event.ts'
import { readAnchor } from './anchor.ts'
import { openBound } from './binding.ts'
import { LedgerFile } from './ledger-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'tacet-binding-'))
afterAll(() => rmSync(folder, { recursive: true }))

const IDENTITY = { dataset: 'people.csv', unit: 'person' }
let home: string
let homes = 0
beforeEach(() => {
  home = join(folder, String(homes++))
  mkdirSync(home)
  writeFileSync(join(home, 'people.csv'), 'x\n')
})

const open = (name: string, reason?: string, identity = IDENTITY): Promise<LedgerFile> =>
  openBound(join(home, name), identity, { kind: 'file', path: join(home, 'people.csv') }, reason)
const seconds = (name: string): string[] =>
  [...readFileSync(join(home, name), 'utf8').matchAll(/"reason":"([^"]*)","type":"second"/g)].map(
    ([, reason]) => reason,
  )

test('the first ledger is bound, and is opened again without a word', async () => {
  await open('a.jsonl')
  await open('a.jsonl')
  expect(JSON.parse(readFileSync(join(home, 'people.csv.ledger'), 'utf8')).ledgers).toHaveLength(1)
})

test('a second ledger is refused, whatever its unit; with a reason it is in both', async () => {
  await open('a.jsonl')
  await expect(open('b.jsonl')).rejects.toMatchObject({ code: 'refused' })
  await expect(open('b.jsonl', undefined, { ...IDENTITY, unit: 'household' })).rejects.toThrow(/have a ledger already/)
  expect(existsSync(join(home, 'b.jsonl'))).toBe(false)
  await open('b.jsonl', 'another board')
  expect([seconds('a.jsonl'), seconds('b.jsonl')]).toEqual([['another board'], ['another board']])
  await open('b.jsonl') // both are known now
  await open('a.jsonl')
})

test('a ledger that was begun by hand is no way around it', async () => {
  await open('a.jsonl')
  await LedgerFile.open(join(home, 'b.jsonl'), IDENTITY)
  await expect(open('b.jsonl')).rejects.toThrow(/have a ledger already/)
})

test('a deleted ledger is missed; a new one needs a reason', async () => {
  await open('a.jsonl')
  for (const name of ['a.jsonl', 'a.jsonl.head']) rmSync(join(home, name))
  await expect(open('a.jsonl')).rejects.toThrow(/it is gone: what was spent before would no longer count/)
  await open('a.jsonl', 'the disk was lost')
  expect(seconds('a.jsonl')).toEqual(['the disk was lost'])
})

test('a ledger from before there were bindings is bound by its first use', async () => {
  await LedgerFile.open(join(home, 'a.jsonl'), IDENTITY)
  await open('a.jsonl')
  await expect(open('b.jsonl')).rejects.toThrow(/have a ledger already/)
})

test('a ledger that is rolled back no longer has the line of its anchor', async () => {
  const ledger = await open('a.jsonl')
  for (const part of ['', '.head']) copyFileSync(`${ledger.path}${part}`, `${ledger.path}.old${part}`)
  await ledger.reserve({ runId: 'a', cost: pure(rational(1n)), purpose: 'test', specHash: 's' })
  const anchor = await ledger.commit('a', 'values')
  expect(ledger.has(anchor)).toBe(true)
  for (const [name, text] of [
    ['anchor.json', JSON.stringify(anchor)],
    ['manifest.json', JSON.stringify({ runId: 'a', privacy: { ledgerHead: anchor } })],
  ]) {
    writeFileSync(join(home, name), text)
    expect(await readAnchor(join(home, name))).toEqual(anchor)
  }
  for (const part of ['', '.head']) copyFileSync(`${ledger.path}.old${part}`, `${ledger.path}${part}`)
  expect(LedgerFile.existing(ledger.path).state().runs.size).toBe(0) // nothing in the file itself shows it
  expect(ledger.has(anchor)).toBe(false)
  await expect(readAnchor(join(home, 'people.csv'))).rejects.toThrow(/holds no anchor/)
})
