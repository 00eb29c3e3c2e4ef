/** What a run tells whoever watches it. Plain data: it crosses threads, sockets and log files as it is. */
import type { PrivacyEventJson } from '../privacy/index.ts'

/** What a run is doing. Each front end has its own words for it. */
export type PhaseId =
  | 'read'
  | 'read-public'
  | 'read-regions'
  | 'count'
  | 'facts'
  | 'floor'
  | 'measure'
  | 'add-up'
  | 'carry'
  | 'solve'
  | 'sweep'
  | 'search'
  | 'bound'
  | 'try-counts'
  | 'bound-cells'
  | 'try-designs'
  | 'check'
  | 'write'
  | 'write-measurements'

/** Phases inside a repetition of the whole: a simulation draws for itself, and spends nothing. */
export interface Within {
  readonly id: 'simulation' | 'comparison'
  readonly nth: number
  readonly of: number
}

export interface Phase {
  readonly id: PhaseId
  /** The name of what it is about, from the plan: a level, a method. */
  readonly of?: string
  /** Units of work, where that is known. */
  readonly total?: number
  /** The seconds it should take, where that is known. */
  readonly expected?: number
  readonly within?: Within
}

export type RunEvent =
  | ({ readonly kind: 'phase' } & Phase)
  /** Units done so far in this phase, and of how many where that turned out later. */
  | { readonly kind: 'done'; readonly units: number; readonly total?: number }
  /** The best that a search has found so far. Read off the data: for whoever runs it, and written nowhere. */
  | { readonly kind: 'best'; readonly value: number }
  | { readonly kind: 'charged'; readonly cost: PrivacyEventJson; readonly ledger: string }
  | { readonly kind: 'resumed' }
  /** For the person who runs it, and written nowhere: it may depend on the data. */
  | { readonly kind: 'note'; readonly text: string }

export type Events = (event: RunEvent) => void

/** How long work reports of itself. */
export interface Progress {
  phase(phase: Phase): void
  done(units: number, total?: number): void
  /** The best that a search has found so far. */
  best(value: number): void
}

/** For work that nobody watches. */
export const SILENT: Progress = { phase: () => {}, done: () => {}, best: () => {} }

export function progressOf(events: Events): Progress {
  return {
    phase: (phase) => events({ kind: 'phase', ...phase }),
    done: (units, total) => events({ kind: 'done', units, ...(total !== undefined && { total }) }),
    best: (value) => events({ kind: 'best', value }),
  }
}

/** The progress of work that repeats the whole. */
export function within(progress: Progress, repetition: Within): Progress {
  return { ...progress, phase: (phase) => progress.phase({ ...phase, within: repetition }) }
}
