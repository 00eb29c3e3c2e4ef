/** What a guarantee for one is worth for several: differential privacy composes over the steps between two data sets. */
import { multiply, rational } from '../exact/rational.ts'
import { composed, type PrivacyEvent, pure, zcdp } from './event.ts'
import type { Protected } from './neighbours.ts'

const SEVERAL: Readonly<Record<Protected | 'group', string>> = {
  record: 'For data that differ in k records',
  person: 'For a group of k people',
  'housing unit': 'For data that differ in k housing units',
  group: 'For data that differ in k groups',
}

/** The sentence for a statement: epsilon grows with the number, rho with its square. */
export function groupPrivacyWords(kind: 'pure' | 'zcdp' | 'approximate', of: Protected | 'group' = 'person'): string {
  if (kind === 'pure') return `${SEVERAL[of]}, multiply epsilon by k.`
  if (kind === 'zcdp') return `${SEVERAL[of]}, multiply rho by k squared.`
  return `${SEVERAL[of]}, multiply epsilon by k, and delta by k e^((k-1) epsilon).`
}

/** What an event costs data sets that are k steps apart: k times epsilon, k squared times rho. Pure and zCDP only. */
export function costOfSteps(event: PrivacyEvent, k: number): PrivacyEvent {
  switch (event.kind) {
    case 'pure':
      return pure(multiply(event.epsilon, rational(BigInt(k))))
    case 'zcdp':
      return zcdp(multiply(event.rho, rational(BigInt(k) ** 2n)))
    case 'composed':
      return composed(event.parts.map((part) => costOfSteps(part, k)))
    default:
      throw new RangeError(`the cost of ${k} steps is not known for ${event.kind} events`)
  }
}
