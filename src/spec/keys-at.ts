/** The names of the fields that a spec may have at a place, for a person who wrote another. */
import { z } from 'zod'
import { bareOf } from './field.ts'

export function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const bare = bareOf(schema)
  if (bare instanceof z.ZodUnion) return [...new Set(bare.options.flatMap((one) => keysAt(one as z.ZodType, path)))]
  const [part, ...rest] = path
  if (bare instanceof z.ZodObject) {
    if (part === undefined) return Object.keys(bare.shape)
    const inner = bare.shape[String(part)] as z.ZodType | undefined
    return inner === undefined ? [] : keysAt(inner, rest)
  }
  if (part === undefined) return []
  if (bare instanceof z.ZodArray) return keysAt(bare.element as z.ZodType, rest)
  return bare instanceof z.ZodRecord ? keysAt(bare.valueType as z.ZodType, rest) : []
}
