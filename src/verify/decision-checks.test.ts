/** Decisions, untouched and changed afterwards with every fingerprint made to fit. */
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runFields, runSpec } from '../../test/support/jobs.ts'
import { homeWith, type Tampered, type Tampering, withoutStamp, wrongAfter } from '../../test/support/tampering.ts'
import { specJob } from '../jobs/index.ts'
import type { DECIDE_MECHANISMS } from '../spec/index.ts'

const LP = `Maximize
 obj: 3 x + 2 y
Subject To
 cap1: x + y <= 1000
 cap2: x + 3 y <= 1500
 public: x <= 800
End
`
const home = homeWith({
  'model.lp': LP,
  'spec.yaml': `tacet: 1
privacy: { epsilon: 1, delta: 1e-6, ledger: spec.jsonl }
decide:
  private: [land]
  sensitivity: 2
  floor: { land: 10 }
  program:
    sense: maximise
    variables: { x: { cost: 3, upper: 800 } }
    constraints: { land: { terms: { x: 1 }, upper: 500 } }
`,
})
const at = (name: string): string => join(home, name)
const options = { ledgerReason: 'a test', format: 'csv' } as const

async function make(
  mechanism: (typeof DECIDE_MECHANISMS)[number],
  out: string = mechanism,
  seed?: string,
): Promise<void> {
  const spec = {
    decide: { model: 'model.lp', private: ['cap*'], sensitivity: 1, floor: { 'cap*': 0 }, mechanism },
    privacy: { epsilon: 1, ...(mechanism !== 'pure' && { delta: '1e-6' }), ledger: `${out}.jsonl` },
  }
  await runFields('decide', specJob(spec, home), { ...options, out: at(out), ...(seed && { seed }) })
}

beforeAll(async () => {
  for (const mechanism of ['truncated', 'published', 'pure', 'laplace'] as const) await make(mechanism)
  await make('truncated', 'seeded', '1')
  await runSpec('decide', at('spec.yaml'), { ...options, out: at('spec') })
})

test.each(['truncated', 'published', 'pure', 'laplace'])('%s verifies with its ledger and model', async (release) => {
  const looked = { ledger: at(`${release}.jsonl`), model: at('model.lp') }
  expect(await wrongAfter(at(release), undefined, looked)).toEqual([])
})

test('a decision by a spec, without its private sides, and a simulation verify', async () => {
  expect(await wrongAfter(at('spec'), undefined, { ledger: at('spec.jsonl'), model: at('spec.yaml') })).toEqual([])
  expect(await wrongAfter(at('seeded'))).toEqual([])
})

const privacy =
  (change: (privacy: Tampered['manifest']) => void): Tampering =>
  ({ manifest }) =>
    change(manifest.privacy)

test.each<readonly [string, Tampering, readonly string[]]>([
  ['a smaller cost', privacy((p) => void (p.cost.epsilon = '1/1000')), ['privacy', 'ledger']],
  ['a smaller delta', privacy((p) => void (p.cost.delta = '1/10000000000000')), ['privacy', 'ledger']],
  ['smaller words', privacy((p) => void (p.words = 'epsilon 1/1000')), ['privacy']],
  ['another unit', privacy((p) => void (p.unit = 'L1 sensitivity 2')), ['privacy']],
  ['another mechanism', privacy((p) => void (p.mechanism = 'laplace')), ['privacy']],
  ['a lovely statement', privacy((p) => void (p.statement = ['Everything is protected.'])), ['statement']],
  ['nothing published', privacy((p) => void (p.publishedExactly = [])), ['published exactly', 'statement']],
  ['a floor less', privacy((p) => void p.publishedExactly.pop()), ['statement']],
  ['a floor more', privacy((p) => void p.publishedExactly.push('floor of public')), ['published exactly', 'statement']],
  ['the weather', privacy((p) => void p.publishedExactly.push('the weather')), ['published exactly']],
  ['a gap that is not there', ({ manifest }) => void (manifest.result.gap = { absolute: 5, relative: 0.01 }), ['gap']],
  ['no word of the gap', ({ manifest }) => void delete manifest.result.gap, ['gap']],
  ['no ledger', privacy((p) => void (p.ledger = null)), ['stamp', 'ledger']],
  ['a file less', ({ manifest }) => void manifest.outputs.pop(), ['files', 'outputs']],
])('%s', async (_, change, wrong) => {
  expect(await wrongAfter(at('truncated'), change, { ledger: at('truncated.jsonl') })).toEqual(wrong)
})

test('the baseline and a simulation cannot lose their stamp', async () => {
  const bare = (tampered: Tampered): void => {
    tampered.manifest.stamp = null
    for (const file of ['solution.csv', 'sensitivity.csv']) tampered.edit(file, withoutStamp)
  }
  for (const release of ['laplace', 'seeded']) expect(await wrongAfter(at(release), bare)).toEqual(['stamp'])
})

test('sides that are looser than the true ones, and an objective that something beats by more than its gap, are named', async () => {
  const looked = { ledger: at('truncated.jsonl'), model: at('model.lp') }
  const looser = ({ edit }: Tampered): void =>
    edit('sensitivity.csv', (text) => text.replace(/^(cap1,upper,yes),[\d.]+/m, '$1,1000.5'))
  expect(await wrongAfter(at('truncated'), looser, looked)).toEqual(['measured sides', 'optimum'])
  const worse = ({ manifest, edit }: Tampered): void => {
    edit('solution.csv', (text) => text.replace(/^x,.*$/m, 'x,0').replace(/^y,.*$/m, 'y,0'))
    manifest.result.objective = '0'
  }
  expect(await wrongAfter(at('truncated'), worse, looked)).toEqual(['optimum'])
})
