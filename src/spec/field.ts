/**
 * A field, declared once: its check, its words, and the flag that sets it. Options, help, completion, the JSON Schema, the tables of
 * the docs and the labels of the studio are read off the declaration.
 */
import { z } from 'zod'

/** A flag that sets a field. */
export interface FlagWords {
  /** As a help writes it: `--small <n>`. */
  readonly flag: string
  /** What the field becomes when a flag without a value is given; `true` unless said. */
  readonly means?: unknown
  /** From the text of the flag to the value of the field, where the type of the field does not say it. */
  readonly read?: (text: string) => unknown
  /** May be given several times: lists are joined, and so are names and values. */
  readonly repeats?: boolean
  /** In the help, in place of the sentence of the field. */
  readonly help?: string
  /** It may stand beside a spec, and wins over what the spec says. */
  readonly beside?: boolean
  /** A few names to choose from, where the type of the field does not list them. */
  readonly names?: readonly string[]
  /** Changes what the other flags of the field have made of it. */
  readonly apply?: (value: unknown, text: string) => unknown
  /** Its text is the folder of the release. */
  readonly folder?: boolean
  /** The value without the flag, in words, where it is not plain. */
  readonly preset?: string
}

export interface FieldWords extends Partial<FlagWords> {
  /** What it does, in a sentence. */
  readonly does: string
  /** Further flags that set parts of it. */
  readonly also?: readonly FlagWords[]
}

const declared = z.registry<FieldWords>()

/** Declares a field. It stands outside of `.optional()` and `.default()`. */
export function field<S extends z.ZodType>(schema: S, words: FieldWords): S {
  const described = schema.describe(words.does) as S
  declared.add(described, words)
  return described
}

export interface Field {
  /** Where it stands in a spec: ['audit', 'small']. */
  readonly path: readonly string[]
  readonly schema: z.ZodType
  /** Undefined for a field that has no sentence of its own. */
  readonly words: FieldWords | undefined
}

/** Every field of a schema, those within fields included, each path once: the kinds of a union share what they have in common. */
export function fieldsOf(schema: z.ZodType, at: readonly string[] = []): readonly Field[] {
  const found = new Map<string, Field>()
  for (const one of fieldsWithin(schema, at)) {
    const key = one.path.join('.')
    if (!found.has(key)) found.set(key, one)
  }
  return [...found.values()]
}

function fieldsWithin(schema: z.ZodType, at: readonly string[]): readonly Field[] {
  return objectsOf(schema).flatMap((object) =>
    Object.entries(object.shape).flatMap(([name, inner]) => {
      const path = [...at, name]
      return [{ path, schema: inner as z.ZodType, words: declared.get(inner as z.ZodType) }].concat(
        fieldsWithin(inner as z.ZodType, path) as [],
      )
    }),
  )
}

/** The objects that a schema accepts: one, or one for each kind of a union; none for what is not a set of fields. */
function objectsOf(schema: z.ZodType): readonly z.ZodObject[] {
  const bare = bareOf(schema)
  if (bare instanceof z.ZodObject) return [bare]
  return bare instanceof z.ZodUnion ? bare.options.flatMap((one) => objectsOf(one as z.ZodType)) : []
}

/** A schema without what says when it may be absent, and without what is done before it is checked. */
export function bareOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return bareOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe)
    return bareOf((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType)
  return schema
}

/** What stands for a field that is not given; undefined where there is nothing. */
export function presetOf(schema: z.ZodType): unknown {
  return schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined
}
