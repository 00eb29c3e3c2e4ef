/** How a spec says what is public. */
import { z } from 'zod'
import { code, columnOrColumns, exact, name } from './schema-words.ts'

/** Which people are meant: levels of attributes, or groups of recodes. Everybody who has one of them in each. */
export const where = z
  .record(z.string(), z.array(code).min(1))
  .describe('Attribute or recode: the levels meant. People count who have one of them in each.')

const factTable = z.strictObject({
  file: z.string().describe('A public table: one line a region (and answer) with a count.'),
  region: columnOrColumns
    .optional()
    .describe('The column with the region, or one column a level from the top down; not needed at the top.'),
  count: name.default('count').describe('The column with the count.'),
  columns: z
    .record(z.string(), name)
    .default({})
    .describe('The column of each dimension of the query, if called otherwise.'),
  absent: z
    .enum(['unknown', 'zero'])
    .default('unknown')
    .describe('What it means that the table has no line, or a 0: nothing is known, or nobody is there.'),
})

const publicCount = z.union([z.int().min(0), factTable], {
  error: 'is a whole number from 0 up, or a table such as { file: counts.csv, region: block, count: n }',
})

const fact = z
  .strictObject({
    name: name.optional(),
    query: name.default('total'),
    where: where.optional(),
    level: name,
    exactly: z
      .union([z.literal('data'), z.int().min(0), factTable], {
        error: 'is `data`, a whole number from 0 up, or a table such as { file: counts.csv, region: block, count: n }',
      })
      .optional()
      .describe('`data`: the true counts are published as they are; or a number, or a public table.'),
    atLeast: publicCount.optional().describe('A lower bound that anybody may know.'),
    atMost: publicCount.optional().describe('An upper bound that anybody may know.'),
    atMostTimes: z
      .strictObject({ times: exact.default(1), of: where })
      .optional()
      .describe('The count is at most this many times the count of other people.'),
    mode: z
      .enum(['enforced', 'tried', 'checked'])
      .default('enforced')
      .describe('`tried`: dropped and reported where it cannot be met. `checked`: only reported.'),
  })
  .refine(
    (f) => [f.exactly, f.atLeast ?? f.atMost, f.atMostTimes].filter((way) => way !== undefined).length === 1,
    'say what is public by one of `exactly`, `atLeast` and `atMost`, and `atMostTimes`; `exactly: data` publishes the true counts',
  )
  .refine(
    (f) => f.exactly !== 'data' || f.where === undefined,
    '`exactly: data` takes no `where`: name the people by a recode and query that',
  )
  .refine(
    (f) => f.exactly !== 'data' || f.mode === 'enforced',
    '`exactly: data` publishes the true counts, so the release keeps them: leave `mode` out',
  )
  .refine(
    (f) => f.atMostTimes === undefined || f.query === 'total',
    '`atMostTimes` compares two counts of people: name them by `where` and `of`, and leave `query` out',
  )

export type SpecFact = z.output<typeof fact>
export type SpecFactTable = z.output<typeof factTable>
export type SpecWhere = z.output<typeof where>

/** A name stands for one set of people at a level: reports, files and conflicts tell facts by it. */
export const facts = z
  .array(fact)
  .superRefine((all, context) => {
    all.forEach((one, i) => {
      const first = all.findIndex(({ name, level }) => name !== undefined && name === one.name && level === one.level)
      if (first < 0 || first === i || samePeople(all[first], one)) return
      const message = `"${one.name}" is also the name of number ${first + 1} of these, which is about other people of level "${one.level}"; give each a name of its own`
      context.addIssue({ code: 'custom', path: [i, 'name'], message })
    })
  })
  .default([])

function samePeople(a: SpecFact, b: SpecFact): boolean {
  const said = ({ query, where, atMostTimes }: SpecFact) => JSON.stringify([query, where, atMostTimes])
  return said(a) === said(b)
}
