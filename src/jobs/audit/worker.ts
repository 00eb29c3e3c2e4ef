/**
 * The parts of an audit that may take long, as functions a worker thread exports. They are stopped, and tell how far they
 * are, through a few words of shared memory.
 */
import {
  AuditStopped,
  auditRounded,
  type Design,
  type KnownBound,
  type LinkedBound,
  linkedBounds,
  type Release,
  type RoundedAudit,
  type RoundedTable,
  type Space,
  type Suggestions,
  suggest,
  type Target,
  tableForAudit,
} from '../../bounds/index.ts'
import type { CountedTable } from '../../model/index.ts'
import { fromThread, type Parcel } from '../../privacy/confidential.ts'
import { type Answer, answer, controlOf, type SharedControl } from '../../run/thread-answer.ts'

export interface SuggestTask {
  readonly table: Parcel<CountedTable>
  readonly design: Design
  readonly small: number
  readonly ordered: readonly number[]
  readonly along: readonly (readonly [number, readonly (readonly number[])[]])[]
  readonly apart: readonly (readonly [number, readonly number[]])[]
  readonly moves: number
  readonly shared: SharedControl
}

export interface RoundedTask {
  readonly table: RoundedTable
  readonly known: readonly KnownBound[]
  readonly small: number
  readonly shared: SharedControl
}

export interface BoundTask {
  readonly space: Space
  readonly releases: readonly Release[]
  readonly targets: readonly Target[]
  readonly total: number
  readonly counts: ArrayLike<number>
  readonly timeLimit: number
  readonly shared: SharedControl
}

export function suggestDesigns(task: SuggestTask): Promise<Answer<Suggestions>> {
  const work = (): Suggestions =>
    suggest(tableForAudit(fromThread<CountedTable>(task.table)), task.design, {
      small: task.small,
      ordered: new Set(task.ordered),
      along: new Map(task.along),
      apart: new Map(task.apart),
      moves: task.moves,
      ...controlOf(task.shared),
    })
  return answer(work, isStop)
}

export function roundedAudit({ table, known, small, shared }: RoundedTask): Promise<Answer<RoundedAudit>> {
  return answer(() => auditRounded(table, { known, small, ...controlOf(shared) }), isStop)
}

export function linkedAudit(task: BoundTask): Promise<Answer<LinkedBound[]>> {
  const { space, releases, targets, total, counts, timeLimit, shared } = task
  const options = { total, timeLimit, table: counts, ...controlOf(shared) }
  return answer(() => linkedBounds(space, releases, targets, options), isStop)
}

const isStop = (error: unknown): boolean => error instanceof AuditStopped
