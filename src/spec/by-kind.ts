/** A section of a spec that has kinds: what stands in it tells which, and what another kind would read is refused by name. */
import { z } from 'zod'

export interface KindOfSection {
  /** What the kind is, as a message names it. */
  readonly words: string
  readonly shape: z.core.$ZodLooseShape
}

type Kinds = Readonly<Record<string, KindOfSection>>

/** What a section of such kinds holds once it is read. */
export type ByKind<K extends Kinds> = {
  [Kind in keyof K & string]: { kind: Kind } & z.output<z.ZodObject<K[Kind]['shape']>>
}[keyof K & string]

/** What may be given for a section of such kinds: the kind follows from the fields. */
export type GivenByKind<K extends Kinds> = {
  [Kind in keyof K & string]: { kind?: Kind } & z.input<z.ZodObject<K[Kind]['shape']>>
}[keyof K & string]

type Given = Readonly<Record<string, unknown>>

export function byKind<K extends Kinds>(
  kinds: K,
  kindOf: (given: Given) => keyof K & string,
): z.ZodType<ByKind<K>, GivenByKind<K>> {
  const options = Object.entries(kinds).map(([kind, { shape }]) =>
    z.strictObject({ kind: z.literal(kind).default(kind), ...shape }),
  )
  const union = z.discriminatedUnion('kind', options as [(typeof options)[0]])
  const withKind = (given: unknown, context: z.RefinementCtx): unknown => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      context.addIssue({ code: 'invalid_type', expected: 'object', input: given })
      return z.NEVER
    }
    const kind =
      'kind' in given && typeof given.kind === 'string' && Object.hasOwn(kinds, given.kind)
        ? given.kind
        : kindOf(given as Given)
    refuseIdle(kinds, kind, given as Given, context)
    return { ...given, kind: 'kind' in given ? given.kind : kind }
  }
  return z.preprocess(withKind, union) as unknown as z.ZodType<ByKind<K>, GivenByKind<K>>
}

/** Fields that only another kind reads: nobody must believe that they were obeyed. */
function refuseIdle(kinds: Kinds, kind: string, given: Given, context: z.RefinementCtx): void {
  const { words, shape } = kinds[kind]
  const others = new Set(Object.values(kinds).flatMap((other) => Object.keys(other.shape)))
  for (const name of Object.keys(given)) {
    if (name in shape || !others.has(name)) continue
    const taken = Object.keys(shape)
      .map((field) => `\`${field}\``)
      .join(', ')
    context.addIssue({
      code: 'custom',
      path: [name],
      message: `does nothing in ${words}. Leave it out; what is taken there is ${taken}.`,
    })
  }
}
