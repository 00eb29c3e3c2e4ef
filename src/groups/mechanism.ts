/** The mechanisms by name: what each measures, what its output satisfies, and what it is for. */
import type { MeasuredVector } from './sensitivity.ts'

export const MECHANISMS = [
  'cumulative',
  'mc',
  'mc-relaxed',
  'mc-dp',
  'mc-chain',
  'mh',
  'mh-relaxed',
  'mh-dp',
  'mh-dp-op',
  'topdown',
  'hc',
  'hg',
] as const

export type MechanismName = (typeof MECHANISMS)[number]

/**
 * Which numbers of groups are public and exact: that of the whole, that of every region (no person who joins or leaves
 * a group changes either), or none, so that a group which is founded or dissolved is protected.
 */
export const PUBLIC_NUMBERS = ['total', 'regions', 'none'] as const
export type PublicNumbers = (typeof PUBLIC_NUMBERS)[number]

export interface MechanismFacts {
  readonly vector: MeasuredVector
  /** Whether every output is consistent, valid and faithful; the relaxed ones are rounded and break conditions. */
  readonly exact: boolean
  /** Whether it scales to millions of cells; the others are baselines for small tables and refuse larger ones. */
  readonly large: boolean
  /** Which numbers of groups may be public: of all regions, of the whole, or none (`PublicNumbers`). */
  readonly publicGroups: readonly PublicNumbers[]
  readonly about: string
}

/** What solves a table of any size from the same measurements: for Model 1 to the same optimum, for Model 2 near it. */
export function scalable(name: MechanismName): MechanismName {
  if (MECHANISM_FACTS[name].large) return name
  return MECHANISM_FACTS[name].vector === 'counts' ? 'mh-dp' : 'cumulative'
}

const TOTAL = ['total'] as const
const TOTAL_OR_REGIONS = ['total', 'regions'] as const
const TOTAL_OR_NONE = ['total', 'none'] as const
const REGIONS = ['regions'] as const

export const MECHANISM_FACTS: Readonly<Record<MechanismName, MechanismFacts>> = {
  cumulative: {
    vector: 'cumulative',
    exact: true,
    large: true,
    publicGroups: TOTAL_OR_REGIONS,
    about: 'Model 2 solved to optimality, then the exact integer allocation',
  },
  mc: {
    vector: 'cumulative',
    exact: true,
    large: false,
    publicGroups: TOTAL_OR_REGIONS,
    about: 'Model 2 in whole numbers by branch and bound',
  },
  'mc-relaxed': {
    vector: 'cumulative',
    exact: false,
    large: true,
    publicGroups: TOTAL_OR_REGIONS,
    about: 'Model 2 in real numbers, every cumulative count rounded',
  },
  'mc-dp': {
    vector: 'cumulative',
    exact: true,
    large: true,
    publicGroups: TOTAL,
    about: 'every region made to rise by itself, then the integer tree (Algorithm 2)',
  },
  'mc-chain': {
    vector: 'chain',
    exact: true,
    large: true,
    publicGroups: TOTAL,
    about: 'one chain over sizes and regions (Model 3)',
  },
  mh: {
    vector: 'counts',
    exact: true,
    large: false,
    publicGroups: TOTAL,
    about: 'Model 1 in whole numbers by a general solver',
  },
  'mh-relaxed': {
    vector: 'counts',
    exact: false,
    large: true,
    publicGroups: TOTAL_OR_NONE,
    about: 'Model 1 in real numbers, every count rounded',
  },
  'mh-dp': {
    vector: 'counts',
    exact: true,
    large: true,
    publicGroups: TOTAL_OR_NONE,
    about: 'Model 1 in whole numbers by the tree',
  },
  'mh-dp-op': {
    vector: 'counts',
    exact: true,
    large: false,
    publicGroups: TOTAL,
    about: 'Model 1 by cost tables, every entry from a solver',
  },
  topdown: {
    vector: 'counts',
    exact: true,
    large: true,
    publicGroups: TOTAL_OR_NONE,
    about: 'each level given the one above it',
  },
  hc: {
    vector: 'cumulative',
    exact: true,
    large: true,
    publicGroups: REGIONS,
    about: 'sizes from cumulative counts, groups matched from the top down',
  },
  hg: {
    vector: 'sorted',
    exact: true,
    large: true,
    publicGroups: REGIONS,
    about: 'sizes from sorted sizes, groups matched from the top down',
  },
}

/**
 * What is used unless a mechanism is named. Without a public number `topdown` keeps what the top measured, where `mh-dp` is
 * drawn up by the many empty cells below that cannot fall under 0.
 */
export function defaultMechanism(publicGroups: PublicNumbers): MechanismName {
  return publicGroups === 'none' ? 'topdown' : 'cumulative'
}
