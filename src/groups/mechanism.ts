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
] as const

export type MechanismName = (typeof MECHANISMS)[number]

export interface MechanismFacts {
  readonly vector: MeasuredVector
  /** Whether every output is consistent, valid and faithful; the relaxed ones are rounded and break conditions. */
  readonly exact: boolean
  /** Whether it scales to millions of cells; the others are baselines for small tables and refuse larger ones. */
  readonly large: boolean
  /** Whether it can use a public number of groups in every region. */
  readonly regionTotals: boolean
  readonly about: string
}

/** What solves a table of any size from the same measurements: for Model 1 to the same optimum, for Model 2 near it. */
export function scalable(name: MechanismName): MechanismName {
  if (MECHANISM_FACTS[name].large) return name
  return MECHANISM_FACTS[name].vector === 'counts' ? 'mh-dp' : 'cumulative'
}

export const MECHANISM_FACTS: Readonly<Record<MechanismName, MechanismFacts>> = {
  cumulative: facts('cumulative', true, true, true, 'Model 2 solved to optimality, then the exact integer allocation'),
  mc: facts('cumulative', true, false, true, 'Model 2 in whole numbers by branch and bound'),
  'mc-relaxed': facts('cumulative', false, true, true, 'Model 2 in real numbers, every cumulative count rounded'),
  'mc-dp': facts(
    'cumulative',
    true,
    true,
    false,
    'every region made to rise by itself, then the integer tree (Algorithm 2)',
  ),
  'mc-chain': facts('chain', true, true, false, 'one chain over sizes and regions (Model 3)'),
  mh: facts('counts', true, false, false, 'Model 1 in whole numbers by a general solver'),
  'mh-relaxed': facts('counts', false, true, false, 'Model 1 in real numbers, every count rounded'),
  'mh-dp': facts('counts', true, true, false, 'Model 1 in whole numbers by the tree'),
  'mh-dp-op': facts('counts', true, false, false, 'Model 1 by cost tables, every entry from a solver'),
  topdown: facts('counts', true, true, false, 'each level given the one above it'),
}

function facts(
  vector: MeasuredVector,
  exact: boolean,
  large: boolean,
  regionTotals: boolean,
  about: string,
): MechanismFacts {
  return { vector, exact, large, regionTotals, about }
}
