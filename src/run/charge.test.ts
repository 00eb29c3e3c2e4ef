/** One charge, one draw: whatever is deleted, copied or changed between the reservation and the commit. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { rational } from '../exact/rational.ts'
import { fileLedgers, LedgerFile } from '../ledger/index.ts'
import { pure } from '../privacy/event.ts'
import { type Charge, chargeAndDraw, checkCap } from './charge.ts'
import { localContext } from './context.ts'
import { entropyOf } from './noise-source.ts'
import { RunFolder } from './run-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'tacet-charge-'))
afterAll(() => rmSync(root, { recursive: true }))

const IDENTITY = { command: 'test', specSha256: 'a', inputs: [], seeded: false }
const TAG = { plan: 'plan' }
let home: string
let homes = 0
beforeEach(() => {
  home = join(root, `home ${homes++}`)
  mkdirSync(home)
  writeFileSync(join(home, 'people.csv'), 'x\n')
})

const charge = (): Charge => ({
  ledger: { path: join(home, 'ledger.jsonl'), data: { kind: 'file', path: join(home, 'people.csv') } },
  dataset: 'people.csv',
  unit: 'one record added or removed',
  cost: pure(rational(1n)),
  purpose: 'test',
  specHash: 'a',
  seed: undefined,
})

/** Draws sixteen numbers; `stop` ends the run after they are stored, before the commit. */
async function run({ out = 'out', plan = 'plan', data = 'data', stop = false } = {}): Promise<string> {
  return RunFolder.hold(join(home, out), IDENTITY, async (folder) => {
    const drawn = async (): Promise<string> => Buffer.from((await folder.readState('drawn', TAG)) ?? []).toString()
    await chargeAndDraw(folder, localContext(), charge(), {
      name: 'test',
      plan,
      data,
      draw: async (source) => {
        if ((await folder.readState('drawn', TAG)) !== undefined) return
        const entropy = entropyOf(source)
        await folder.writeState('drawn', Array.from({ length: 16 }, () => entropy.belowSmall(1e6)).join(), TAG)
      },
      fingerprint: async () => {
        if (stop) throw new Error(await drawn())
        return drawn()
      },
    })
    return drawn()
  })
}

const stopped = (options = {}): Promise<string> =>
  run({ ...options, stop: true }).then(
    () => 'not stopped',
    (error: Error) => error.message,
  )
const state = (name: string, out = 'out'): string => join(home, `${out}.partial`, 'state', name)
const charges = (): number => LedgerFile.existing(join(home, 'ledger.jsonl')).state().runs.size

test('a run that resumes keeps its draw, is charged once, and its key is gone after the commit', async () => {
  const first = await stopped()
  expect(existsSync(state('noise-key-test'))).toBe(true)
  expect(await run()).toBe(first)
  expect(existsSync(state('noise-key-test'))).toBe(false)
  expect(charges()).toBe(1)
})

test('stored draws that are deleted before the commit are drawn again, the same', async () => {
  const first = await stopped()
  unlinkSync(state('drawn'))
  expect(await run()).toBe(first)
  expect(charges()).toBe(1)
})

test('without its key a charged run is refused: other noise for the same charge is never drawn', async () => {
  await stopped()
  for (const name of ['noise-key-test', 'drawn']) unlinkSync(state(name))
  await expect(run()).rejects.toMatchObject({ code: 'refused', message: expect.stringMatching(/noise key is gone/) })
  expect(charges()).toBe(1)
})

test('a copied folder draws the same noise, and is the same run', async () => {
  const first = await stopped()
  unlinkSync(state('drawn'))
  cpSync(join(home, 'out.partial'), join(home, 'copy.partial'), { recursive: true })
  expect([await run(), await run({ out: 'copy' })]).toEqual([first, first])
  expect(charges()).toBe(1)
})

test('other data, or another plan, do not fit the charge', async () => {
  await stopped()
  unlinkSync(state('drawn'))
  await expect(run({ data: 'other' })).rejects.toThrow(/reserved for other data, another plan or another noise key/)
  await expect(run({ plan: 'other' })).rejects.toThrow(/reserved for other data, another plan or another noise key/)
  expect(charges()).toBe(1)
})

test('two runs of the same data draw other noise', async () => {
  expect(await run()).not.toBe(await run({ out: 'again' })) // alike once in 10^96
  expect(charges()).toBe(2)
})

test('another data set and a second ledger are refused before anything is read', async () => {
  await run()
  const { ledger, cost } = charge()
  const check = (asked: typeof ledger, dataset = 'people.csv'): Promise<readonly string[]> =>
    checkCap(fileLedgers, { ledger: asked, dataset, cost }, undefined)
  await expect(check(ledger, 'other.csv')).rejects.toThrow(/kept for "people.csv", and this run reads/)
  const second = { ...ledger, path: join(home, 'second.jsonl') }
  await expect(check(second)).rejects.toThrow(/have a ledger already/)
  await expect(check({ ...second, reason: 'why' })).resolves.toEqual([])
})
