/**
 * The parts of an audit that may take long, as functions a worker thread exports. They are stopped, and tell how far they
 * are, through a few words of shared memory.
 */
import {
  AuditStopped,
  auditRounded,
  type Control,
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
import type { CountedTable } from '../../data/index.ts'
import { fromThread, type Parcel } from '../../privacy/confidential.ts'
import { type RequestCode, RequestError } from '../../request-error.ts'

/** stop, done, of */
export type SharedControl = Int32Array

export interface SuggestTask {
  readonly table: Parcel<CountedTable>
  readonly design: Design
  readonly small: number
  readonly ordered: readonly number[]
  readonly moves: number
  readonly shared: SharedControl
}

export interface RoundedTask {
  readonly table: RoundedTable
  readonly known: readonly KnownBound[]
  readonly small: number
  readonly shared: SharedControl
}

export interface LinkedTask {
  readonly space: Space
  readonly releases: readonly Release[]
  readonly targets: readonly Target[]
  readonly total: number
  readonly timeLimit: number
  readonly shared: SharedControl
}

/** What came of it. An error of the user's crosses threads as data: a class would not. */
export type Answer<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'stopped' }
  | {
      readonly kind: 'refused'
      readonly code: RequestCode
      readonly message: string
      readonly facts: Readonly<Record<string, unknown>>
    }

export function suggestDesigns(task: SuggestTask): Promise<Answer<Suggestions>> {
  return answer(async () =>
    suggest(tableForAudit(fromThread<CountedTable>(task.table)), task.design, {
      small: task.small,
      ordered: new Set(task.ordered),
      moves: task.moves,
      ...controlOf(task.shared),
    }),
  )
}

export function roundedAudit({ table, known, small, shared }: RoundedTask): Promise<Answer<RoundedAudit>> {
  return answer(async () => auditRounded(table, { known, small, ...controlOf(shared) }))
}

export function linkedAudit(task: LinkedTask): Promise<Answer<LinkedBound[]>> {
  const { space, releases, targets, total, timeLimit, shared } = task
  return answer(() => linkedBounds(space, releases, targets, { total, timeLimit, ...controlOf(shared) }))
}

function controlOf(shared: SharedControl): Control {
  return {
    shouldStop: () => Atomics.load(shared, 0) !== 0,
    progress: (done, of) => {
      Atomics.store(shared, 1, done)
      Atomics.store(shared, 2, of)
    },
  }
}

async function answer<T>(work: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { kind: 'done', value: await work() }
  } catch (error) {
    if (error instanceof AuditStopped) return { kind: 'stopped' }
    if (error instanceof RequestError)
      return { kind: 'refused', code: error.code, message: error.message, facts: error.facts }
    throw error
  }
}
