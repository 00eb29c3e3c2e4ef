/** Published records that break what the manifest says of them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { homeWith } from '../../test/support/tampering.ts'
import type { Manifest } from '../release/index.ts'
import { anonymityChecks } from './anonymity-checks.ts'

const home = homeWith({})
const GOOD = ['1-2,flu', '1-2,ok', '*,flu', '*,ok']

async function wrong(rows: readonly string[], kind = 'distinct', value = 2): Promise<string[]> {
  writeFileSync(join(home, 'anonymized.csv'), `age,dis\n${rows.join('\n')}\n`)
  const sensitive = [{ column: 'dis', [kind]: value }]
  const anonymize = { k: 2, quasiIdentifiers: ['age'], method: 'anytime', sensitive }
  const request = JSON.stringify({ tacet: 1, source: { file: 'people.csv' }, anonymize })
  const manifest = {
    command: 'anonymize',
    stamp: null,
    spec: { text: request, sha256: '' },
    inputs: [],
    outputs: [{ name: 'anonymized.csv' }, { name: 'report.html' }],
    privacy: { statement: ['at least 1 others in: age', `${kind} ${value} on dis`] },
    result: { k: 2, freeform: false },
  } as unknown as Manifest
  return (await anonymityChecks(home, manifest)).filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`)
}

test('suppressed records are a class like any other', async () => {
  expect(await wrong(GOOD)).toEqual([])
  expect(await wrong([...GOOD, '3,ok', '3,flu', '4,ok', '4,flu'])).toEqual([])
  expect(await wrong(['1-2,flu', '1-2,ok', '1-2,ok', '*,ok'])).toEqual([
    'k-anonymous: the smallest class has 1 records, and k is 2',
    'sensitive: 1 classes break distinct 2 on dis',
  ])
  expect(await wrong(['1-2,flu', '1-2,ok', '*,ok', '*,ok'])).toEqual(['sensitive: 1 classes break distinct 2 on dis'])
})

test('every kind of rule is counted again', async () => {
  const uneven = ['1-2,flu', '1-2,ok', '1-2,ok', '1-2,ok', '*,flu', '*,ok']
  expect(await wrong(uneven, 'entropy', 1.8)).toEqual(['sensitive: 1 classes break entropy 1.8 on dis'])
  expect(await wrong(uneven, 'entropy', 1.7)).toEqual([])
  expect(await wrong(uneven, 'closeness', 0.1)).toEqual(['sensitive: 1 classes break closeness 0.1 on dis'])
  expect(await wrong(uneven, 'closeness', 0.2)).toEqual([])
})
