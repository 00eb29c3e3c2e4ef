/** What a guarantee for one is worth for several: differential privacy composes over the steps between two data sets. */
import type { Protected } from './neighbours.ts'

const SEVERAL: Readonly<Record<Protected, string>> = {
  record: 'For data that differ in k records',
  person: 'For a group of k people',
  'housing unit': 'For data that differ in k housing units',
}

/** The sentence for a statement: epsilon grows with the number, rho with its square. */
export function groupPrivacyWords(kind: 'pure' | 'zcdp' | 'approximate', of: Protected = 'person'): string {
  if (kind === 'pure') return `${SEVERAL[of]}, multiply epsilon by k.`
  if (kind === 'zcdp') return `${SEVERAL[of]}, multiply rho by k squared.`
  return `${SEVERAL[of]}, multiply epsilon by k, and delta by k e^((k-1) epsilon).`
}
