/**
 * The names of methods and mechanisms that a spec takes: the rooms that know them are loaded only when they are used. A test
 * holds them to what those rooms offer.
 */
import { z } from 'zod'
import { clipped } from '../request-error.ts'

/** One of a few names; another is answered with all of them. */
export function oneOf<const N extends readonly [string, ...string[]]>(names: N) {
  return z.enum(names, {
    error: ({ input }) =>
      typeof input === 'string' ? `there is no "${clipped(input)}". There are: ${names.join(', ')}.` : undefined,
  })
}

/** `doka-*` are weaker than k-anonymity. */
export const ANONYMITY_METHODS = [
  'anytime',
  'optimal',
  'greedy',
  'split-carry',
  'initial',
  'mondrian',
  'mondrian-relaxed',
  'k-member',
  'mdav',
  'full-domain',
  'race',
  'auto',
  'doka-greedy',
  'doka-sortgreedy',
  'doka-hungarian',
] as const

/** What full-domain recoding makes least. */
export const LEVEL_COSTS = ['loss', 'entropy', 'discernibility'] as const

/** The last seven are baselines. */
export const GROUP_MECHANISMS = [
  'cumulative',
  'mc-dp',
  'mc-chain',
  'mh-dp',
  'topdown',
  'mc',
  'mc-relaxed',
  'mh',
  'mh-relaxed',
  'mh-dp-op',
  'hc',
  'hg',
] as const

/** `laplace` can break constraints. */
export const DECIDE_MECHANISMS = ['truncated', 'published', 'pure', 'laplace'] as const

/** How a table is protected. */
export const PROTECT_METHODS = ['suppress', 'round', 'cellkey', 'compare'] as const
