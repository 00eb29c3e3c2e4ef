/** Several charges of one release: none is made unless all can be. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { rational } from '../exact/rational.ts'
import { LedgerFile } from '../ledger/index.ts'
import { type PrivacyEvent, pure } from '../privacy/event.ts'
import type { Charge } from './charge.ts'
import { localContext } from './context.ts'
import { makeRelease, type ReleaseSteps } from './make-release.ts'

const root = mkdtempSync(join(tmpdir(), 'tacet-make-release-'))
afterAll(() => rmSync(root, { recursive: true }))

let homes = 0
function emptyHome(): string {
  const home = join(root, `home ${homes++}`)
  mkdirSync(home)
  return home
}

function charge(home: string, table: string, cost: PrivacyEvent): Charge {
  const data = join(home, `${table}.csv`)
  writeFileSync(data, 'x\n')
  const ledger = { path: join(home, `${table}.jsonl`), data: { kind: 'file', path: data } } as const
  const unit = 'one record added or removed'
  return { ledger, dataset: `${table}.csv`, unit, cost, purpose: 'test', specHash: 'a', seed: undefined }
}

/** Stops with an error of its own once everything is drawn. */
function steps(charges: readonly Charge[], drawn: string[]): ReleaseSteps<null, null, null, null> {
  const never = async (): Promise<never> => {
    throw new Error('all were drawn')
  }
  return {
    command: 'test',
    guarantee: 'differential privacy',
    request: 'a',
    inputs: [],
    about: undefined,
    database: {},
    spends: charges,
    count: async () => null,
    fingerprint: () => undefined,
    ready: async () => null,
    draws: () =>
      charges.map((one) => ({
        charge: one,
        drawing: {
          name: one.dataset.replace('.csv', ''),
          plan: 'plan',
          data: 'data',
          draw: async () => void drawn.push(one.dataset),
          fingerprint: async () => 'stored',
        },
      })),
    solve: never,
    write: never,
  }
}

const spentIn = (home: string, table: string): number =>
  existsSync(join(home, `${table}.jsonl`)) ? LedgerFile.existing(join(home, `${table}.jsonl`)).state().runs.size : 0

test('each is charged once, in turn', async () => {
  const home = emptyHome()
  const drawn: string[] = []
  const charges = ['people', 'homes'].map((table) => charge(home, table, pure(rational(1n))))
  await expect(makeRelease(steps(charges, drawn), localContext({ out: join(home, 'out') }))).rejects.toThrow(
    /all were drawn/,
  )
  expect(drawn).toEqual(['people.csv', 'homes.csv'])
  expect([spentIn(home, 'people'), spentIn(home, 'homes')]).toEqual([1, 1])
})

test('a second ledger that refuses is noticed before the first is charged', async () => {
  const home = emptyHome()
  const drawn: string[] = []
  const charges = ['people', 'homes'].map((table) => charge(home, table, pure(rational(1n))))
  const other = { ...charges[1], unit: 'one housing unit added or removed' }
  await LedgerFile.open(other.ledger.path, other)
  await expect(makeRelease(steps(charges, drawn), localContext({ out: join(home, 'out') }))).rejects.toThrow(/unit/)
  expect(drawn).toEqual([])
  expect(spentIn(home, 'people')).toBe(0)
})

test('what does not fit under a cap is refused before anything is read', async () => {
  const home = emptyHome()
  const drawn: string[] = []
  const asked = charge(home, 'people', pure(rational(2n)))
  const ledger = await LedgerFile.open(asked.ledger.path, asked)
  await ledger.setCap(pure(rational(1n)), 'a test')
  const plan: ReleaseSteps<null, null, null, null> = {
    ...steps([asked], drawn),
    count: async () => {
      throw new Error('the data were read')
    },
  }
  await expect(makeRelease(plan, localContext({ out: join(home, 'out') }))).rejects.toMatchObject({ code: 'refused' })
  expect(drawn).toEqual([])
})
