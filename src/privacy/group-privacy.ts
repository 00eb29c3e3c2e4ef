/** What a guarantee for one is worth for several: differential privacy composes over the steps between two data sets. */

/** The sentence for a statement: epsilon grows with the number of people, rho with its square. */
export function groupPrivacyWords(kind: 'pure' | 'zcdp' | 'approximate'): string {
  if (kind === 'pure') return 'For a group of k people, multiply epsilon by k.'
  if (kind === 'zcdp') return 'For a group of k people, multiply rho by k squared.'
  return 'For a group of k people, multiply epsilon by k, and delta by k e^((k-1) epsilon).'
}
