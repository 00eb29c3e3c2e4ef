/** How a spec states a decision: the program, and what of it is private. */
import { z } from 'zod'
import { exact, name } from './schema-words.ts'

const programTables = z.strictObject({
  variables: z
    .strictObject({
      file: z.string(),
      name: name.describe('The column with the name of a variable.'),
      cost: name.optional(),
      lower: name.optional().describe('An empty cell stands for 0; -inf for no bound.'),
      upper: name.optional().describe('An empty cell stands for no bound.'),
      integer: name.optional().describe('1 or true where the variable is whole.'),
    })
    .optional(),
  quadratic: z.strictObject({ file: z.string(), first: name, second: name, coefficient: name }).optional(),
  terms: z
    .strictObject({ file: z.string(), row: name, variable: name, value: name })
    .optional()
    .describe('One line a coefficient: the constraint, the variable, the number.'),
  sides: z
    .strictObject({ file: z.string(), row: name, lower: name.optional(), upper: name.optional() })
    .refine((s) => s.lower !== undefined || s.upper !== undefined, 'name the column of `lower` or `upper`, or both')
    .optional()
    .describe('One line a constraint: its right-hand sides.'),
  records: z
    .strictObject({
      file: z.string(),
      row: name.describe('The constraint that a record counts for.'),
      value: name.optional().describe('What it adds to a sum.'),
      side: z.enum(['lower', 'upper']),
    })
    .optional()
    .describe('One line a record: right-hand sides are counted or summed from it, as `queries` says.'),
})

const program = z.strictObject({
  sense: z.enum(['minimise', 'maximise']).default('minimise'),
  variables: z
    .record(
      z.string(),
      z.strictObject({
        lower: exact.nullable().default(0),
        upper: exact.nullable().optional(),
        cost: exact.default(0),
        integer: z.boolean().default(false),
      }),
    )
    .default({}),
  quadratic: z.array(z.strictObject({ first: name, second: name, coefficient: exact })).default([]),
  constraints: z
    .record(
      z.string(),
      z.strictObject({
        terms: z.record(z.string(), exact).default({}),
        lower: exact.optional(),
        upper: exact.optional(),
      }),
    )
    .default({}),
  tables: programTables.default({}).describe('Parts of the model in data files, beside what is written here.'),
})

const sideQuery = z
  .strictObject({
    count: z.literal(true).optional().describe('The side is a number of records.'),
    sum: z
      .tuple([exact.nullable(), exact.nullable()])
      .optional()
      .describe('The side is the sum of a column whose values lie between these two.'),
  })
  .refine((q) => (q.count === undefined) !== (q.sum === undefined), 'is either `count: true` or `sum: [least, most]`')

export const decide = z
  .strictObject({
    model: z.string().optional().describe('An .lp or .mps file, or either with .gz.'),
    program: program.optional().describe('The model itself.'),
    private: z.array(name).min(1).describe('Private constraints; * for any text.'),
    sensitivity: exact.optional().describe('How far one person moves all private right-hand sides together.'),
    queries: z
      .record(z.string(), sideQuery)
      .optional()
      .describe(
        'What each private side is, by name or pattern: the sensitivity is computed from it and `privacy.unit`.',
      ),
    disjoint: z.boolean().default(false).describe('No record is counted by two of the queries.'),
    records: z.int().min(1).optional().describe('The number of records, where it is public.'),
    floor: z
      .record(z.string(), exact)
      .default({})
      .describe('The tightest value of each private side, by name or pattern.'),
    loosest: z.record(z.string(), exact).default({}),
    unit: exact.optional(),
    mechanism: z.string().default('truncated'),
    releases: z
      .union([z.int().min(1), z.record(z.string(), exact)])
      .optional()
      .describe(
        'The budget is shared: by so many equal releases, or by shares of it by name, at most 1 together (`--release NAME`).',
      ),
  })
  .refine(
    (d) => (d.sensitivity === undefined) !== (d.queries === undefined),
    'give either the `sensitivity` or the `queries` that it is computed from',
  )
