/** When a search ends, and the lower bound after it: by a clock that all threads share, or by steps alone. */
import { stepLimit, timeLimit } from '../../anonymity/index.ts'

export type SearchLimit =
  /** Milliseconds on the shared clock: when the search ends, and when the bound does. */
  | { readonly kind: 'time'; readonly search: number; readonly bound: number }
  | { readonly kind: 'steps'; readonly most: number }

/** The share of the time that is for the search; the bound, which is valid wherever it is stopped, has the rest. */
const SEARCH_SHARE = 0.75
/** Partial classes that the bound looks into for each step of the search: about a third of the time of the search. */
const NODES_A_STEP = 0.5

/** Milliseconds, the same in every thread of this process. */
export const sharedNow = (): number => performance.timeOrigin + performance.now()

export function limitOf(began: number, seconds: number, steps: number | undefined): SearchLimit {
  if (steps !== undefined) return { kind: 'steps', most: steps }
  const now = sharedNow()
  // Checking and writing come after, and take about as long as reading did.
  const end = began + 1000 * seconds - Math.min(now - began, (1000 * seconds) / 4)
  return { kind: 'time', search: now + SEARCH_SHARE * Math.max(0, end - now), bound: end }
}

/** The limit of one of several pieces that share the threads: its share of the time from now, or of the steps. */
export function limitOfPiece(limit: SearchLimit, share: number, waves: number): SearchLimit {
  if (limit.kind === 'steps') return { kind: 'steps', most: Math.ceil(share * limit.most) }
  const now = sharedNow()
  const end = now + Math.max(0, limit.search - now) / waves
  return { kind: 'time', search: end, bound: end }
}

/** For the anytime search: the share of its time, or of its steps, that is used. */
export function shareUsed(limit: SearchLimit): (steps: number) => number {
  if (limit.kind === 'steps') return stepLimit(limit.most)
  return timeLimit(Math.max(1, limit.search - sharedNow()) / 1000, () => sharedNow() / 1000)
}

export const isOver = (limit: SearchLimit): boolean => limit.kind === 'time' && sharedNow() > limit.bound

/** For methods that know a limit in seconds only. */
export function secondsLeft(limit: SearchLimit): number {
  return limit.kind === 'steps' ? LONG : Math.max(0.01, (limit.bound - sharedNow()) / 1000)
}

const LONG = 1e6

export function boundLimit(limit: SearchLimit): { readonly boundNodes: number } {
  return { boundNodes: limit.kind === 'steps' ? NODES_A_STEP * limit.most : Infinity }
}
