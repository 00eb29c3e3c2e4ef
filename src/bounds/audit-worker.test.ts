import { expect, test } from 'vitest'
import type { CountedTable } from '../model/counted-table.ts'
import { type AuditResponse, answerAudit } from './audit-worker.ts'

const table: CountedTable = {
  variables: [
    { name: 'region', levels: ['A', 'B', 'C', 'D'] },
    { name: 'answer', levels: ['yes', 'no'] },
  ],
  codes: [Int32Array.of(0, 0, 1, 1, 2, 2, 3, 3), Int32Array.of(0, 1, 0, 1, 0, 1, 0, 1)],
  counts: Float64Array.of(3, 4, 5, 3, 6, 9, 10, 8),
}
const design = { rows: [{ variable: 0 }], columns: [{ variable: 1 }] }

function answers(extra: object): AuditResponse[] {
  const received: AuditResponse[] = []
  answerAudit({ id: 7, table, design, ...extra }, (response) => received.push(structuredClone(response)))
  return received
}

test('a design goes in, the audit comes out, and progress on the way', () => {
  const received = answers({})
  const last = received.at(-1)!
  expect(last.kind === 'done' && last.counts.rows).toEqual({ zero: 0, unit: 0, disclosed: 1 })
  expect(last.kind === 'done' && last.findings.map((finding) => [finding.row, finding.column])).toEqual([
    [1, 0],
    [1, 1],
  ])
  expect(received.filter((response) => response.kind === 'progress').length).toBeGreaterThan(0)
  expect(received.every((response) => response.id === 7)).toBe(true)
})

test('a flag in shared memory stops it', () => {
  expect(answers({ stop: new Int32Array(new SharedArrayBuffer(4)).fill(1) })).toEqual([{ id: 7, kind: 'stopped' }])
})

test('a clash of facts comes back as words', () => {
  const known = [{ row: 1, lower: 9, label: 'the survey of region B' }]
  const [error] = answers({ known })
  expect(error).toMatchObject({ kind: 'error', code: 'infeasible' })
  expect(error.kind === 'error' && error.message).toContain('the survey of region B')
})
