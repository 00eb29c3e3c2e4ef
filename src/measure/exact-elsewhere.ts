/** Counts that an earlier release published exactly, and the part of a spec that speaks of units. */
import type { Spec } from '../spec/index.ts'

/** A count that an earlier release published exactly. */
export interface InheritedFact {
  readonly name: string
  readonly level: string
  readonly query: string
}

/** The counts that a spec publishes, by name. */
export function publishedFacts({ public: facts }: Pick<Spec, 'public'>): readonly InheritedFact[] {
  return facts.flatMap(({ exactly, name, level, query }) =>
    exactly === 'data' ? [{ name: name ?? `${query} by ${level}`, level, query }] : [],
  )
}

type UnitsSpec = Spec & { readonly privacy: NonNullable<Spec['privacy']> }

/** The part of a spec that speaks of units, as a spec of its own over the same places. */
export function unitsSpec({ units, ...rest }: Spec): UnitsSpec | undefined {
  if (units === undefined) return undefined
  const { links: _, ...own } = units
  return { ...rest, ...own, topdown: undefined, units: undefined }
}
