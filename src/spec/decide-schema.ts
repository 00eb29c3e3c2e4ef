/** How a spec states a decision: the program, and what of it is private. */
import { z } from 'zod'
import { field } from './field.ts'
import { DECIDE_MECHANISMS, oneOf } from './method-names.ts'
import { exact, name, needed } from './schema-words.ts'
import { exactByNameOf } from './short-texts.ts'

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
    model: field(z.string().optional(), { does: 'An .lp or .mps file, or either with .gz.' }),
    program: field(program.optional(), { does: 'The model itself.' }),
    private: field(needed(name, 'name the right-hand sides that are private, with * for any text.'), {
      flag: '--private <name>',
      read: (text) => [text],
      repeats: true,
      does: 'Private constraints, * for any text, NAME:upper or NAME:lower for one side.',
    }),
    sensitivity: field(exact.optional(), {
      flag: '--sensitivity <number>',
      does: 'How far one person moves all private right-hand sides together.',
    }),
    queries: field(z.record(z.string(), sideQuery).optional(), {
      does: 'What each private side is, by name or pattern: the sensitivity is computed from it and `privacy.unit`.',
    }),
    disjoint: field(z.boolean().default(false), { does: 'No record is counted by two of the queries.' }),
    records: field(z.int().min(1).optional(), { does: 'The number of records, where it is public.' }),
    floor: field(z.record(z.string(), exact).default({}), {
      flag: '--floor <value>',
      read: exactByNameOf,
      repeats: true,
      help: 'the tightest value any of them can have, public; or NAME=VALUE',
      does: 'The tightest value of each private side, by name or pattern.',
    }),
    loosest: field(z.record(z.string(), exact).default({}), {
      flag: '--loosest <name=value>',
      read: exactByNameOf,
      repeats: true,
      does: 'The loosest value of a private side, where it is public.',
    }),
    unit: field(exact.optional(), {
      flag: '--unit <number>',
      does: 'Every private right-hand side is a multiple of it.',
    }),
    mechanism: field(oneOf(DECIDE_MECHANISMS).default('truncated'), {
      flag: '--mechanism <name>',
      does: 'How noise is added; laplace is for comparison only.',
    }),
    releases: field(z.union([z.int().min(1), z.record(z.string(), exact)]).optional(), {
      flag: '--releases <n>',
      read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text),
      help: 'the budget is for so many releases: this one spends its equal share',
      does: 'The budget is shared: by so many equal releases, or by shares of it by name, at most 1 together (`--release NAME`).',
    }),
  })
  .refine((d) => d.sensitivity !== undefined || d.queries !== undefined, {
    path: ['sensitivity'],
    error:
      'say how far one person can move all private right-hand sides together, or give the `queries` that it is computed from',
  })
  .refine(
    (d) => d.sensitivity === undefined || d.queries === undefined,
    'give either the `sensitivity` or the `queries` that it is computed from',
  )
