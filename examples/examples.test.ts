import { expect, test } from 'vitest'
import { auditSmallTable } from './audit-a-table.ts'
import { runAll } from './five-capabilities.ts'
import { measureTown } from './measure-a-town.ts'

test('measure a town', async () => {
  const { words, worst, verified } = await measureTown()
  expect(words).toMatch(/^rho 1\/10 \(0\.1\) \(zCDP\), which is epsilon 2\.881829 at delta 1\/10000000000$/)
  expect(worst).toBeGreaterThan(0)
  expect(worst).toBeLessThan(60)
  expect(verified).toBe(true)
})

test('audit a table', () => {
  expect(auditSmallTable()).toEqual({
    alone: [
      'A: 3..9 4..12 (factors 1, 3)',
      'B: 5..5 3..3 (factors 1)',
      'C: 4..6 6..9 (factors 2, 3)',
      'D: 5..10 4..8 (factors 1, 2)',
    ],
    withFact: [
      'A: 9..9 12..12 (factors 3)',
      'B: 5..5 3..3 (factors 1)',
      'C: 4..4 6..6 (factors 2)',
      'D: 5..5 4..4 (factors 1)',
    ],
  })
})

test('five capabilities through the registry', async () => {
  const { told, opened } = await runAll()
  expect(told.map(({ capability }) => capability)).toEqual(['topdown', 'groups', 'audit', 'anonymize', 'decide'])
  for (const { out, phases } of told) {
    expect(out).not.toBeNull()
    expect(phases.length).toBeGreaterThan(0)
  }
  expect(opened).toContain('anonymize: confidential')
})
