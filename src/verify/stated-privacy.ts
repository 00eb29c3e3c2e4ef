/** What a manifest says of privacy, in the shape the checks rely on; each command says a part of it. */
import { z } from 'zod'
import { plainIssue } from '../plain-issue.ts'
import type { Manifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'

const budget = z.looseObject({ kind: z.enum(['pure', 'zcdp']), total: z.string(), delta: z.string().nullable() })

/** What every release that costs something says. */
const charged = {
  unit: z.string(),
  cost: z.unknown(),
  words: z.string(),
  statement: z.array(z.string()),
  publishedExactly: z.array(z.string()),
}

const ledger = z.string().nullable()
const decision = z.looseObject({ ...charged, ledger, mechanism: z.string() })
const groups = z.looseObject({ ...charged, ledger, budget })
const table = z.looseObject({ ...charged, budget, epsilon: z.number(), tightEpsilon: z.number().nullish() })
const earlier = z.looseObject({ runId: z.string(), words: z.string(), publishedExactly: z.array(z.string()) })
const measured = z.looseObject({
  ...table.shape,
  ledger,
  units: z.looseObject({ ...table.shape, dataset: z.string().nullable() }).optional(),
  earlier: earlier.optional(),
  together: z
    .looseObject({
      records: z.int(),
      units: z.int(),
      proof: z.enum(['nested', 'enumerated', 'none']),
      cost: z.unknown(),
      further: z.unknown(),
    })
    .optional(),
})

const charge = z.object(charged)

export type StatedCharge = z.output<typeof charge>
export type StatedBudget = z.output<typeof budget>
export type StatedTable = z.output<typeof table>
export type MeasuredPrivacy = z.output<typeof measured>
export type GroupsPrivacy = z.output<typeof groups>
export type DecisionPrivacy = z.output<typeof decision>

export function measuredPrivacy(manifest: Manifest): MeasuredPrivacy {
  return read(measured, manifest)
}

export function groupsPrivacy(manifest: Manifest): GroupsPrivacy {
  return read(groups, manifest)
}

export function decisionPrivacy(manifest: Manifest): DecisionPrivacy {
  return read(decision, manifest)
}

/** What a command that costs nothing says. */
export function statementOf(manifest: Manifest): readonly string[] {
  return read(z.looseObject({ statement: charged.statement }), manifest).statement
}

function read<T>(schema: z.ZodType<T>, { privacy, command }: Manifest): T {
  const parsed = schema.safeParse(privacy, { error: plainIssue })
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]
  throw badInput(`the manifest does not say what ${command} says of privacy: privacy.${path.join('.')}: ${message}`)
}
