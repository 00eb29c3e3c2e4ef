import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../test/support/cli.ts'
import { evidenceOf, type Manifest, renderReleaseReport } from '../release/index.ts'
import { version } from '../version.ts'
import { evidenceCheck } from './evidence-check.ts'

const manifest: Manifest = {
  format: 'tacet-manifest-1',
  tacet: version,
  command: 'measure',
  title: 'People',
  runId: 'run-1',
  stamp: null,
  spec: { text: 'tacet: 1\nabout: { author: " Ada " }', sha256: 'x' },
  inputs: [],
  outputs: [{ name: 'evidence.json', bytes: 1, sha256: 'x' }],
  privacy: {
    words: 'epsilon 1',
    cost: { kind: 'pure', epsilon: '1' },
    statement: ['One person.'],
    publishedExactly: ['population'],
    ledgerHead: { index: 1 },
  },
  checks: { factsHold: true },
  result: {},
}
const software = { tacet: version, commit: null, sbomSha256: null, node: '20' }
const guarantee = 'differential privacy'
const evidence = evidenceOf({ draft: manifest, guarantee, about: { author: 'Ada' }, date: '2026-11-17', software })

async function checked(text: string, of: Manifest = manifest) {
  const folder = testFolder()
  writeFileSync(join(folder, 'evidence.json'), text)
  const says = evidence.guarantee.statement.map((line) => ({ kind: 'paragraph' as const, text: line }))
  const report = { title: 'People', summary: [], sections: [{ title: 'Told', blocks: says }] }
  writeFileSync(join(folder, 'report.html'), renderReleaseReport(report, evidence))
  return evidenceCheck(folder, of, guarantee)
}

const written = `${JSON.stringify(evidence, null, 2)}\n`

test('evidence that was made from the manifest agrees with it', async () => {
  expect(await checked(written)).toMatchObject([{ ok: true }, { name: 'report', ok: true }])
})

test.each([
  ['the definition', { guarantee: { ...evidence.guarantee, definition: 'Differential privacy.' } }],
  ['the loss', { guarantee: { ...evidence.guarantee, loss: 'epsilon 0.1' } }],
  ['what is outside the guarantee', { guarantee: { ...evidence.guarantee, outside: [] } }],
  ['the stamp', { release: { ...evidence.release, stamp: 'CONFIDENTIAL' } }],
  ['the checks', { checks: { factsHold: false } }],
  ['the composition', { algorithm: { ...evidence.algorithm, composition: { kind: 'pure', epsilon: '1/10' } } }],
  ['the name of the ledger', { ledger: { ...evidence.ledger, name: 'another' } }],
  ['the version', { software: { ...software, tacet: '9.9.9' } }],
  ['"author"', { release: { ...evidence.release, author: 'Somebody else' } }],
  ['"reason"', { guarantee: { ...evidence.guarantee, reason: 'The board asked for it' } }],
  ['"access"', { setting: { ...evidence.setting, access: 'Nobody' } }],
  ['the head of the ledger', { ledger: { name: null, head: { index: 2 } } }],
])('%s that was changed is named', async (what, change) => {
  const [check] = await checked(JSON.stringify({ ...evidence, ...change }))
  expect(check).toEqual({ name: 'evidence', ok: false, detail: `${what} in evidence.json is not that of the manifest` })
})

test.each([
  ['a day that is none', (text: string) => text.replace('2026-11-17', '2026-02-30'), /its date is no day/],
  [
    'a sentence of its own',
    (text: string) => text.replace('that is not hidden', 'that takes constant time'),
    /: algorithm/,
  ],
  ['a part of its own', (text: string) => text.replace('{', '{ "approvedBy": "the board",'), /: approvedBy/],
  ['a citation', (text: string) => text.replace('"cite": "', '"cite": "A board. '), /: release/],
  ['another layout', (text: string) => JSON.stringify(JSON.parse(text)), /its layout/],
])('every word is that which the manifest makes: %s', async (_, change, said) => {
  const [check] = await checked(change(written))
  expect(check).toMatchObject({ name: 'evidence', ok: false, detail: expect.stringMatching(said) })
})

test('of another version only what is stated is compared', async () => {
  const older = JSON.parse(written)
  older.software.tacet = '0.1.0'
  older.algorithm.timing = 'Said in other words.'
  expect(await checked(JSON.stringify(older), { ...manifest, tacet: '0.1.0' })).toMatchObject([{ ok: true }])
})

test('what is no JSON is a fault; a release without evidence has none to check', async () => {
  expect(await checked('{')).toMatchObject([{ ok: false }])
  expect(await checked('{}', { ...manifest, outputs: [] })).toEqual([])
})
