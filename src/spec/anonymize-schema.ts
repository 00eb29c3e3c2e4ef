/** What a spec says of anonymity. */
import { z } from 'zod'
import { hierarchy } from './hierarchy-schema.ts'
import { name } from './schema-words.ts'

/** Beyond this a sum of losses would have no decimals left. */
const LARGEST_WEIGHT = 1e15

const rule = z
  .strictObject({
    column: name,
    distinct: z.number().min(1).optional().describe('So many different values in every class.'),
    entropy: z.number().min(1).optional().describe('As much variety as so many equally frequent values.'),
    closeness: z.number().min(0).max(1).optional().describe('The most by which a class may differ from the whole.'),
    ordered: z.boolean().default(false).describe('With closeness: the values have an order.'),
  })
  .refine(
    ({ distinct, entropy, closeness }) => [distinct, entropy, closeness].filter((v) => v !== undefined).length === 1,
    'say one of `distinct`, `entropy` and `closeness`',
  )

const splitCarry = z
  .strictObject({
    sets: z.int().min(2).max(1e9).optional(),
    carry: z.int().min(1).max(1e9).optional(),
    size: z.int().min(2).max(1e9).optional(),
    accept: z.int().min(1).max(1e9).optional(),
  })
  .refine(
    ({ size, accept }) => (size === undefined) === (accept === undefined),
    'the bubble carry needs both size and accept',
  )

export const anonymize = z.strictObject({
  k: z
    .int()
    .min(2, 'with k = 1 every record stays as it is: say how many must be alike, 2 or more')
    .describe('Every record is alike to k - 1 others.'),
  quasiIdentifiers: z
    .array(name)
    .default([])
    .describe('What could find a person, besides the columns that have this role.'),
  person: name
    .optional()
    .describe('The column that names the person, where one may have several records: every class then holds k people.'),
  others: z
    .enum(['drop', 'publish'])
    .optional()
    .describe('What becomes of columns without a role; without it they are refused.'),
  weights: z
    .record(z.string(), z.number().min(0).max(LARGEST_WEIGHT))
    .default({})
    .describe('What a loss in each counts; 1 unless given.'),
  categorical: z.array(name).default([]).describe('Categories that look like numbers.'),
  ordered: z.array(name).default([]).describe('Categories whose order counts: a set is priced by its range.'),
  verbatim: z
    .array(name)
    .default([])
    .describe('Quasi-identifiers whose sets may publish values that name people, sentences or full dates.'),
  method: z.string().default('anytime'),
  seconds: z.number().min(0).default(30).describe('For the whole run.'),
  steps: z
    .int()
    .min(0)
    .optional()
    .describe('Steps of the search instead of a time: with the same seed, the same release everywhere.'),
  exact: z.enum(['subsets', 'columns', 'milp']).optional().describe('With `optimal`: which exact method.'),
  splitCarry: splitCarry.default({}).describe('Settings of split-carry; size and accept for the bubble carry.'),
  start: z.string().optional().describe('With `anytime`: a file of record and class to go on from.'),
  hierarchies: z.record(z.string(), hierarchy).default({}),
  sensitive: z.array(rule).default([]),
  suppress: z
    .union([z.int().min(0), z.string().regex(/^\d+(\.\d+)?%$/)], {
      error: 'write a number of records, or a share such as "5%"',
    })
    .default(0)
    .describe('Records that may be suppressed; fewer than k never are.'),
  keepAnonymous: z.boolean().default(false).describe('Leave alone what k equal records already hide.'),
  missing: z.enum(['error', 'level']).default('error').describe('An empty value is an error, or a value of its own.'),
  seed: z.string().default('1').describe('Of the search: the same seed, the same answer.'),
  nodes: z.boolean().default(false).describe('Publish nodes of the hierarchies instead of tight ranges and sets.'),
  split: z.boolean().default(false).describe('Publish a range as two columns.'),
})

export type SpecAnonymize = z.output<typeof anonymize>
