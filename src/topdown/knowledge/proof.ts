/** What is proved of the implied constraints, in words for the report. */
import type { FactSet } from './fact-sets.ts'
import type { Problem } from './problem.ts'

export interface Proof {
  /** Every whole histogram that meets the constraints extends to whole histograms below, and the other way round. */
  readonly complete: boolean
  readonly theorem: string
  readonly words: string
}

export const PROVED = {
  nothing: {
    complete: true,
    theorem: 'no facts',
    words: 'Nothing is known in advance: any histogram can be extended.',
  },
  subsets: {
    complete: true,
    theorem: 'Theorem 3, generalised polymatroids',
    words:
      'The sets that the facts speak of are nested or disjoint, so bounds for every union of them are necessary and sufficient, for whole numbers too.',
  },
  flow: {
    complete: true,
    theorem: 'Theorem 3, network flow',
    words:
      'The sets that the facts speak of are nested or disjoint, so a network flow shows which histograms can be extended, for whole numbers too.',
  },
  line: {
    complete: true,
    theorem: 'Lemma 1',
    words:
      'Exact facts leave every leaf one way to vary, so an interval for one class is necessary and sufficient, for whole numbers too.',
  },
  twoValues: {
    complete: true,
    theorem: 'Lemma 1, for two values and many',
    words:
      'Two partitions cross, both exact, one of them with two values: bounds for every union of rows in one column are necessary and sufficient, for whole numbers too.',
  },
  overReals: (why: string) => ({
    complete: false,
    theorem: 'Fourier-Motzkin elimination',
    words: `Complete over the real numbers; whole numbers not proved. ${why}`,
  }),
} as const

/** Why the constraints are only known to be necessary. */
export function unprovedWords(problem: Problem, inner: FactSet | undefined): string {
  const { hierarchy, ratios, leafSets } = problem
  const crossing = crossingPair(leafSets)
  if (crossing !== undefined) {
    const names = crossing.map((set) => `"${set.given[0].source.name}"`)
    const which = names[0] === names[1] ? names[0] : names.join(' and ')
    return `${which} split the counts of a ${hierarchy.levels[hierarchy.levels.length - 1].name} in ways that cross. Where both have three values or more, or are not exact, no complete set is known; deciding is NP-complete (Theorem 2).`
  }
  if (inner !== undefined) {
    const { name } = inner.given[0].source
    if (inner.classes === undefined) {
      return `"${name}" bounds, in every ${hierarchy.levels[inner.level].name}, a part of a released count. That ties the places below to each other, while each is solved by what is known of it alone.`
    }
    return `"${name}" bounds, in every ${hierarchy.levels[inner.level].name}, a set that crosses what is known below.`
  }
  return `"${ratios[0].source.name}" compares counts with each other, for which no theorem gives a complete set.`
}

function crossingPair(sets: readonly FactSet[]): readonly [FactSet, FactSet] | undefined {
  for (const [i, first] of sets.entries()) {
    const members = new Set(first.atoms)
    for (const second of sets.slice(i + 1)) {
      const shared = second.atoms.filter((atom) => members.has(atom)).length
      if (shared > 0 && shared < Math.min(first.atoms.length, second.atoms.length)) return [first, second]
    }
  }
  return undefined
}
