/** What a spec says of an audit: of one table, of published shares, of several releases together, or a search for safe tables. */
import { z } from 'zod'
import { clipped } from '../request-error.ts'
import { hierarchy } from './hierarchy-schema.ts'
import { code, name } from './schema-words.ts'

/** Levels of a variable, each once. */
const levelOrder = z.array(code).superRefine((levels, context) => {
  levels.forEach((level, k) => {
    if (levels.indexOf(level) < k)
      context.addIssue({
        code: 'custom',
        path: [k],
        message: `the level "${clipped(level)}" is listed twice. List it once.`,
      })
  })
})

export const audit = z
  .strictObject({
    rows: z.array(name).default([]).describe('Variables whose levels make the rows.'),
    columns: z.array(name).default([]).describe('Variables whose shares are published, within each row.'),
    merge: z
      .record(z.string(), z.record(z.string(), z.array(code).min(1)))
      .default({})
      .describe('By variable and new level: the levels that become one.'),
    order: z
      .record(z.string(), levelOrder)
      .default({})
      .describe('By variable: its levels in the order in which they are published; levels not listed follow.'),
    small: z.int().min(1).default(5).describe('Counts above 0 and below it are small.'),
    width: z.int().min(0).default(0).describe('Every cell must keep at least this many units between its bounds.'),
    few: z.int().min(1).default(1).describe('A cell with up to this many feasible counts is nearly disclosed.'),
    zeros: z.enum(['allowed', 'disclosed']).default('allowed'),
    decimals: z
      .int()
      .min(0)
      .max(15)
      .optional()
      .describe('Shares (0 to 1) are published with this many decimals: 3 for 0.123, which is 12.3 %.'),
    rounding: z
      .enum(['half-up', 'half-even', 'unknown'])
      .optional()
      .describe('How the shares were rounded. Half-up for tables made from data, unknown for shares that are read.'),
    known: z.string().optional().describe('A CSV file of what the reader may know already.'),
    share: name.optional().describe('The data are shares, one line per cell: the column with the share.'),
    shares: z
      .array(name)
      .min(1)
      .optional()
      .describe('The data are shares, one line per row: the columns with the shares.'),
    n: z.int().min(0).optional().describe('The number of records behind the shares.'),
    releases: z
      .array(z.string().min(1))
      .default([])
      .describe('Several releases audited together: "a,b" counts; "c|a,b" shares; "c|a,b@2" rounded shares.'),
    cells: z.array(name).default([]).describe('With `releases`: bound the cells of these variables.'),
    suggest: z
      .strictObject({
        ordered: z
          .record(z.string(), z.array(code))
          .default({})
          .describe('By variable: its levels in order; only neighbours are merged. An empty list for numbers.'),
        hierarchies: z
          .record(z.string(), hierarchy)
          .default({})
          .describe('By variable: a tree of ever coarser levels; levels are merged only along it.'),
        mergeMissing: z
          .boolean()
          .default(false)
          .describe('Whether missing values may be merged with a level; they are left by themselves unless told.'),
        moves: z.int().min(0).default(1).describe('How many variables may change sides.'),
      })
      .optional()
      .describe('Search for designs that disclose no small count.'),
    publish: z
      .strictObject({
        choose: z.int().min(1).optional().describe('With `suggest`: which of the safe designs, from 1.'),
      })
      .optional()
      .describe('Write the table itself, in a folder that may be published, if no small count can be worked out.'),
    seconds: z.number().min(0).default(60).describe('With `releases` or `suggest`: how long to search.'),
  })
  .refine(
    ({ rows, columns, releases, shares }) =>
      releases.length > 0 || (rows.length > 0 && (columns.length > 0 || shares !== undefined)),
    {
      path: ['rows'],
      error: 'say which variables make `rows` and `columns`, or which `releases` are audited together',
    },
  )

export type SpecAudit = z.output<typeof audit>
