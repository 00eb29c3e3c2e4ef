/** What a spec says of anonymity. */
import { z } from 'zod'
import { field } from './field.ts'
import { hierarchies } from './hierarchy-schema.ts'
import { ANONYMITY_METHODS, LEVEL_COSTS, oneOf } from './method-names.ts'
import { name } from './schema-words.ts'
import { numbersOf, recordsOrShareOf, ruleOf, secondsOf, settingsOf } from './short-texts.ts'

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

export const anonymize = z
  .strictObject({
    k: field(
      z
        .int({ error: ({ input }) => (input === undefined ? 'say how many records must be alike.' : undefined) })
        .min(2, 'with k = 1 every record stays as it is: say how many must be alike, 2 or more'),
      { flag: '--k <n>', does: 'Every record is alike to k - 1 others.' },
    ),
    quasiIdentifiers: field(z.array(name).default([]), {
      flag: '--qi <a,b,c>',
      help: 'the quasi-identifiers: what could find a person',
      does: 'What could find a person, besides the columns that have this role.',
    }),
    person: field(name.optional(), {
      flag: '--person <column>',
      help: 'who a record is of, where one person may have several: k people are then alike',
      does: 'The column that names the person, where one may have several records: every class then holds k people.',
    }),
    others: field(z.enum(['drop', 'publish']).optional(), {
      flag: '--others <what>',
      does: 'What becomes of columns without a role; without it they are refused.',
    }),
    weights: field(z.record(z.string(), z.number().min(0).max(LARGEST_WEIGHT)).default({}), {
      flag: '--weights <a=.8,b=.2>',
      read: numbersOf,
      does: 'What a loss in each counts; 1 unless given.',
    }),
    categorical: field(z.array(name).default([]), {
      flag: '--categorical <x,y>',
      does: 'Categories that look like numbers.',
    }),
    ordered: field(z.array(name).default([]), {
      flag: '--ordered <x,y>',
      does: 'Categories whose order counts: a set is priced by its range.',
    }),
    verbatim: field(z.array(name).default([]), {
      flag: '--verbatim <x,y>',
      does: 'Quasi-identifiers whose sets may publish values that name people, sentences or full dates.',
    }),
    method: field(oneOf(ANONYMITY_METHODS).default('anytime'), {
      flag: '--method <name>',
      does: 'How to search; doka-* are weaker than k-anonymity.',
    }),
    seconds: field(z.number().min(0).optional(), {
      flag: '--time <time>',
      read: secondsOf,
      preset: '30s',
      help: 'for the whole run, as in 60s or 5min',
      does: 'For the whole run, in seconds; 30 without it.',
    }),
    steps: field(z.int().min(0).optional(), {
      flag: '--steps <n>',
      help: 'steps of the search instead of a time: with --seed, the same release everywhere',
      does: 'Steps of the search instead of a time: with the same seed, the same release everywhere.',
    }),
    exact: field(z.enum(['subsets', 'columns', 'milp']).optional(), {
      flag: '--exact <how>',
      does: 'With `optimal`: which exact method.',
    }),
    splitCarry: field(splitCarry.default({}), {
      flag: '--split-carry <sets=3,carry=2>',
      read: settingsOf,
      help: 'settings of split-carry; size=12,accept=2 for the bubble carry',
      does: 'Settings of split-carry; size and accept for the bubble carry.',
    }),
    levelCost: field(oneOf(LEVEL_COSTS).optional(), {
      flag: '--level-cost <name>',
      does: 'With `full-domain`: what the levels make least, `loss` (without it), `entropy` or `discernibility`.',
    }),
    start: field(z.string().optional(), {
      flag: '--start <file>',
      help: 'with anytime: start from the classes that --classes wrote',
      does: 'With `anytime`: a file of record and class to start from.',
    }),
    hierarchies: hierarchies(
      'file:TREE.csv, prefix:3,1, interval:0,5,2,2 or dates:month,quarter,year',
      'By column: a tree of ever coarser values.',
    ),
    sensitive: field(z.array(rule).default([]), {
      flag: '--sensitive <rule>',
      read: ruleOf,
      repeats: true,
      help: 'column:distinct=3, column:entropy=2, column:t=0.2[:ordered]',
      does: 'Rules for columns whose values must not be learned of a person.',
    }),
    suppress: field(
      z
        .union([z.int().min(0), z.string().regex(/^\d+(\.\d+)?%$/)], {
          error: 'write a number of records, or a share such as "5%"',
        })
        .default(0),
      {
        flag: '--suppress <n|p%>',
        read: recordsOrShareOf,
        does: 'Records that may be suppressed; fewer than k never are.',
      },
    ),
    keepAnonymous: field(z.boolean().default(false), {
      flag: '--keep-anonymous',
      does: 'Leave alone what k equal records already hide.',
    }),
    missing: field(z.enum(['error', 'level']).default('error'), {
      flag: '--missing <rule>',
      help: 'what to do with blanks: stop, or take them as a value of their own',
      does: 'What to do with blanks: `error` stops, `level` takes them as a value of their own.',
    }),
    order: field(z.enum(['published', 'input']).default('published'), {
      flag: '--order <which>',
      help: 'of the lines: by what they publish, or that of the input, which is then published too',
      does: 'Of the lines: `published` (by what they publish, which tells nothing of the input) or `input`.',
    }),
    seed: field(z.string().default('1'), {
      flag: '--seed <text>',
      does: 'Of the search: the same seed, the same answer.',
    }),
    nodes: field(z.boolean().default(false), {
      flag: '--nodes',
      does: 'Publish nodes of the hierarchies instead of tight ranges and sets.',
    }),
    split: field(z.boolean().default(false), { flag: '--split', does: 'Publish a range as two columns.' }),
  })
  .refine(({ person, order }) => person === undefined || order === 'published', {
    path: ['order'],
    error: 'with `person` lines of one person would stand together. Leave one of them out.',
  })
  .refine(({ method, levelCost }) => levelCost === undefined || method === 'full-domain', {
    path: ['levelCost'],
    error: 'only `full-domain` chooses levels. Leave it out, or say method: full-domain.',
  })
  .refine(({ steps, seconds }) => steps === undefined || seconds === undefined, {
    path: ['steps'],
    error: 'the search has so many steps or so much time (`seconds`). Give one of them.',
  })

export type SpecAnonymize = z.output<typeof anonymize>
