/** What a spec says of a hierarchy: a tree of ever coarser values of one column. */
import { z } from 'zod'
import { DATE_UNITS } from './date-units.ts'

export const hierarchy = z
  .union(
    [
      z.strictObject({
        file: z.string().min(1),
        header: z
          .enum(['present', 'absent'])
          .optional()
          .describe('Whether the first line holds names; found out unless given.'),
      }),
      z.strictObject({ prefix: z.array(z.int().min(0)).min(1) }),
      z.strictObject({ interval: z.array(z.number()).min(2) }),
      z.strictObject({ dates: z.array(z.enum(DATE_UNITS)).min(1) }),
    ],
    {
      error:
        'say { file: TREE.csv }, { prefix: [3, 1] } (lengths of prefixes), { interval: [0, 5, 2, 2] } (start, width, how many are joined) or { dates: [month, quarter, year] }',
    },
  )
  .describe('A tree of ever coarser values.')

export type SpecHierarchy = z.output<typeof hierarchy>
