/** The private part of a protected table, in the shape that its checks rely on. Cells are numbered as the lines of the table, from 0. */
import { z } from 'zod'
import { plainIssue } from '../plain-issue.ts'
import { badInput } from '../request-error.ts'

const whole = z.int()
const contents = { contributors: whole.nullable(), size: whole, largest: z.array(whole), asked: whole.optional() }
const need = { up: whole, down: whole }

const privateSchema = z.looseObject({
  format: z.literal('tacet-protection-1'),
  runId: z.string(),
  spec: z.string(),
  isCount: z.boolean(),
  mayBeNegative: z.boolean(),
  value: z.array(whole),
  contributors: z.array(whole.nullable()),
  size: z.array(whole),
  largest: z.array(z.array(whole)),
  asked: z.record(z.string(), whole),
  alone: z.array(z.array(whole)),
  sensitive: z.array(z.looseObject({ cell: whole, ...need })),
  waived: z.array(z.looseObject({ cell: whole, reason: z.string().min(1) })),
  marked: z.array(whole),
  withheld: z.array(whole).default([]),
  lower: z.array(whole).default([]),
  upper: z.array(whole).default([]),
  unions: z.array(z.looseObject({ cell: whole, parts: z.array(whole), ...contents, ...need })).default([]),
  earlier: z
    .strictObject({
      value: z.array(whole),
      withheld: z.array(whole),
      equations: z.array(z.array(whole)),
      sensitive: z.array(z.strictObject({ cell: whole, ...need })),
    })
    .optional(),
  proofs: z
    .array(
      z.looseObject({
        cell: whole,
        direction: z.union([z.literal(1), z.literal(-1)]),
        by: whole,
        known: z.array(whole).optional(),
        moves: z.array(z.tuple([whole, z.string()])),
      }),
    )
    .default([]),
})

export type PrivatePart = z.output<typeof privateSchema>

export function privatePartOf(text: string, path: string): PrivatePart {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badInput(`${path} is damaged: it is not JSON`)
  }
  const found = privateSchema.safeParse(value, { error: plainIssue })
  if (found.success) return found.data
  const { path: field, message } = found.error.issues[0]
  throw badInput(`${path} is damaged: ${field.join('.') || 'the document'}: ${message}`)
}
