import { expect, test } from 'vitest'
import { evidenceOf } from './evidence.ts'
import { bylineOf, evidenceSection } from './evidence-section.ts'

const draft = {
  command: 'topdown',
  title: 'People of the town',
  runId: 'run-1',
  stamp: null,
  spec: { text: null, sha256: 'x' },
  privacy: {
    unit: 'change-person',
    budget: { kind: 'zcdp' },
    cost: { kind: 'zcdp', rho: '1/10' },
    words: 'rho 0.1',
    statement: ['One person.'],
    publishedExactly: ['population'],
    ledger: 'l.jsonl',
    ledgerHead: { index: 3, hash: 'a'.repeat(64) },
  },
  checks: { childrenAddUp: true, factsHold: false, measurementsSha256: 'abc' },
  result: {},
}
const software = { tacet: '0.2.0', commit: 'c'.repeat(40), sbomSha256: null, node: '20.0.0' }
const date = '2026-11-17'
const guarantee = 'differential privacy'
const lines = (evidence: ReturnType<typeof evidenceOf>) => {
  const [, facts] = evidenceSection(evidence).blocks
  if (facts.kind !== 'facts') throw new Error('facts are expected')
  return Object.fromEntries(facts.facts.map(({ label, value }) => [label, value]))
}

test('what nobody stated is printed as not stated', () => {
  const evidence = evidenceOf({ guarantee, draft, about: undefined, date, software })
  expect(lines(evidence)).toMatchObject({
    Definition: 'Zero-concentrated differential privacy (rho), also stated as epsilon at a delta.',
    'Reason for these values': 'not stated',
    'Who sees the data': 'not stated',
    'Outside the guarantee': 'population',
    'Checks that were run': 'children add up; facts hold: NO',
    Ledger: `l.jsonl, entry 3, ${'a'.repeat(16)}…`,
  })
  expect(bylineOf(evidence)).toBe('17 November 2026')
})

test('what the spec states is in it, and in how to cite it', () => {
  const about = { author: 'Ada', organisation: 'Office', reason: 'agreed in 2025' }
  const evidence = evidenceOf({ guarantee, draft, about, date, software })
  expect(evidence.guarantee.reason).toBe('agreed in 2025')
  expect(evidence.release.cite).toBe('Ada, Office. People of the town. 2026-11-17. Made with Tacet 0.2.0, run run-1.')
  expect(bylineOf(evidence)).toBe('17 November 2026 · Ada · Office')
})

test('the report has the loss as a decimal, the file as it is', () => {
  const privacy = { ...draft.privacy, words: 'rho 7/20 (0.35) (zCDP)' }
  const evidence = evidenceOf({ guarantee, draft: { ...draft, privacy }, about: undefined, date, software })
  expect(lines(evidence).Loss).toBe('rho 0.35 (zCDP)')
  expect(evidence.guarantee.loss).toBe('rho 7/20 (0.35) (zCDP)')
})

test('a seeded run does not claim the randomness of the operating system', () => {
  const evidence = evidenceOf({
    guarantee,
    draft: { ...draft, stamp: 'NOT PRIVATE' },
    about: undefined,
    date,
    software,
  })
  expect(evidence.algorithm.randomness).toMatch(/a test, not a release/)
  expect(evidenceOf({ guarantee, draft, about: undefined, date, software }).algorithm.randomness).toMatch(
    /operating system/,
  )
})

test.each(['k-anonymity', 'interval protection', 'none: an audit'] as const)(
  '%s claims no differential privacy',
  (kind) => {
    const own = { ...draft, privacy: { statement: [] } }
    const evidence = evidenceOf({ guarantee: kind, draft: own, about: undefined, date, software })
    expect(evidence.guarantee.definition).toMatch(/not differential privacy/)
    expect(evidence.algorithm.randomness).toBe('No noise is drawn.')
  },
)

test('no definition is taken for granted', () => {
  const own = { ...draft, privacy: { statement: [] } }
  expect(() => evidenceOf({ guarantee, draft: own, about: undefined, date, software })).toThrow(
    /no budget of a kind that is known/,
  )
})
