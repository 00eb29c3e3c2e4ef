/**
 * The audit behind a message port: a browser worker (or a thread) calls `answerAudit` on each message it receives and
 * posts what comes back. It touches neither `self` nor the DOM.
 *
 *   self.onmessage = (event) => answerAudit(event.data, (response) => self.postMessage(response))
 *
 * A worker reads no second message while it computes, so cancellation goes through shared memory: set `stop[0]` to 1 in
 * an Int32Array on a SharedArrayBuffer. Where a page has no shared memory, terminate the worker.
 */

import type { CountedTable } from '../model/counted-table.ts'
import { RequestError } from '../request-error.ts'
import { type Design, tabulate } from './design.ts'
import { AuditStopped } from './feasible-values.ts'
import { type Finding, findings, type Rules } from './findings.ts'
import type { KnownBound } from './known.ts'
import { reduceCounts } from './reduced.ts'
import { type AuditCounts, audit, type RowReport, rowReports } from './verdict.ts'

export interface AuditRequest {
  /** Comes back with every response. */
  readonly id: number
  readonly table: CountedTable
  readonly design: Design
  readonly known?: readonly KnownBound[] | undefined
  readonly rules?: Rules | undefined
  readonly stop?: Int32Array | undefined
}

export type AuditResponse =
  | { readonly id: number; readonly kind: 'progress'; readonly done: number; readonly of: number }
  | {
      readonly id: number
      readonly kind: 'done'
      readonly counts: AuditCounts
      readonly table: readonly RowReport<number>[]
      readonly findings: readonly Finding[]
    }
  | { readonly id: number; readonly kind: 'stopped' }
  | { readonly id: number; readonly kind: 'error'; readonly code: string; readonly message: string }

export function answerAudit(request: AuditRequest, send: (response: AuditResponse) => void): void {
  const { id, rules = {}, stop } = request
  const shouldStop = () => stop !== undefined && Atomics.load(stop, 0) !== 0
  try {
    if (shouldStop()) throw new AuditStopped()
    const { counts, rows, columns } = tabulate(request.table, request.design)
    const progress = (done: number, of: number) => send({ id, kind: 'progress', done, of })
    const options = { known: request.known, small: rules.small, shouldStop, progress }
    const found = audit(reduceCounts(counts, rows, columns), options)
    const { source: _source, known: _known, values: _values, ...figures } = found
    const table = rowReports(found, (row) => row)
    send({ id, kind: 'done', counts: figures, table, findings: [...findings(found, rules, { shouldStop })] })
  } catch (error) {
    if (error instanceof AuditStopped) send({ id, kind: 'stopped' })
    else if (error instanceof RequestError) send({ id, kind: 'error', code: error.code, message: error.message })
    else throw error
  }
}
