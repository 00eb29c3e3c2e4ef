import type { ReleasedError, ReleaseMap, ReleasePlaces } from '../../src/server/answers.ts'
import { isAt } from '../folder-changes.ts'

export interface Manifest {
  readonly command: string
  readonly title: string | null
  readonly runId: string
  readonly stamp: string | null
  readonly tacet: string
  readonly inputs: readonly { readonly name: string }[]
  readonly outputs: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[]
  readonly privacy: Readonly<Record<string, unknown>>
  readonly checks: Readonly<Record<string, unknown>>
  readonly result: Readonly<Record<string, unknown>>
}

export interface ReviewLine {
  readonly decision: 'approved' | 'returned' | 'refused'
  readonly reviewer: string
  readonly reason: string
  readonly at: string
  readonly checks: { readonly passed: number; readonly failed: number }
  readonly sameManifest: boolean
}

export interface ReleaseAnswer {
  readonly path: string
  readonly manifest: Manifest
  readonly report: string | null
  /** Median standard errors of the released answers; empty where the release states none. */
  readonly errors: readonly ReleasedError[]
  readonly reviews: readonly ReviewLine[]
  /** Whether what made it draws noise, and so charges a ledger. */
  readonly draws: boolean
  /** The ledger in the folder that names its run; null where none does. */
  readonly ledger: string | null
}

export interface Check {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}

/** The errors that a release states, one line per level and query. */
export interface QueryError extends ReleasedError {
  readonly margin95: number
}

/** What the released answers state, or where they state nothing the noise of the measurements themselves. */
export function queryErrors({ errors, manifest }: Pick<ReleaseAnswer, 'errors' | 'manifest'>): readonly QueryError[] {
  if (errors.length > 0) return errors.map((one) => ({ ...one, margin95: 1.96 * one.standardError }))
  const list = manifest.result.queries
  if (!Array.isArray(list)) return []
  return list.filter((one): one is QueryError => typeof one?.level === 'string' && typeof one?.margin95 === 'number')
}

/** One figure at every place of a level. */
export interface PlacesAnswer extends ReleasePlaces {
  readonly map: ReleaseMap | null
}

/** What a top-down release says of its own making. */
export interface TopdownResult {
  readonly levels?: readonly { readonly name: string; readonly nodes: number }[]
  readonly facts?: readonly {
    readonly name: string
    readonly mode: string
    readonly level: string
    readonly broken: number | null
  }[]
  readonly implied?: { readonly complete: boolean; readonly theorem: string; readonly words: string }
  readonly failsafe?: readonly Failsafe[]
  readonly calibration?: { readonly simulations: number; readonly lines: readonly SizeLine[] }
}

/** A place at which no children added up to what had been decided above. */
export interface Failsafe {
  readonly level: string
  readonly region: string
  readonly distance: number
  readonly least: number
  readonly totalKept: boolean
  readonly factsKept: boolean
  readonly kept: readonly string[]
}

/** Errors of the answers of a query whose released count is of one size. */
export interface SizeLine {
  readonly level: string
  readonly query: string
  readonly bin: string
  readonly answers: number
  readonly simulated: number
  readonly propagated: number
}

/** Whether a file is in a release, or holds what was decided on it. */
export const isOfRelease =
  (path: string | null) =>
  (changed: string): boolean =>
    isAt(path)(changed) || changed === `${path}.review.jsonl`
