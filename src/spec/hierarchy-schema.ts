/** What a spec says of a hierarchy: a tree of ever coarser values of one column. */
import { z } from 'zod'
import { badInput } from '../request-error.ts'
import { DATE_UNITS, type DateUnit } from './date-units.ts'
import { field } from './field.ts'

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

/** Hierarchies by column, and the flags that name them. */
export function hierarchies(help: string, does: string) {
  return field(z.record(z.string(), hierarchy).default({}), {
    flag: '--hierarchy <column=tree>',
    read: treeOf,
    repeats: true,
    beside: true,
    help,
    does,
    also: [
      {
        flag: '--hierarchy-header <rule>',
        names: ['present', 'absent'],
        apply: withHeader,
        beside: true,
        help: 'whether the first line of hierarchy files holds names; found out unless given',
      },
    ],
  })
}

type Trees = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** `zip=file:tree.csv`; `zip=prefix:3,1` (lengths); `age=interval:0,5,2,2` (start, width, how many are joined at each level); `visit=dates:month,year`. */
function treeOf(text: string): Trees {
  const [, column, kind, value = ''] = /^([^=]+)=(file|prefix|interval|dates)(?::(.+))?$/.exec(text) ?? []
  const tree = column === undefined ? undefined : partsOf(kind, value)
  if (tree !== undefined) return { [column.trim()]: tree }
  throw badInput(
    `"${text}": write column=file:TREE.csv, column=prefix:3,1 (lengths of prefixes), column=interval:0,5,2,2 (start, width, how many are joined) or column=dates:month,quarter,year.`,
  )
}

function partsOf(kind: string, value: string): Readonly<Record<string, unknown>> | undefined {
  if (kind === 'file') return value === '' ? undefined : { file: value }
  const parts = value.split(',').map((part) => part.trim())
  if (kind === 'dates') {
    if (value === '') return { dates: [...DATE_UNITS] }
    return parts.every((part) => DATE_UNITS.includes(part as DateUnit)) ? { dates: parts } : undefined
  }
  const numbers = parts.map((part) => (part === '' ? Number.NaN : Number(part)))
  return numbers.every(Number.isFinite) ? { [kind]: numbers } : undefined
}

function withHeader(value: unknown, header: string): Trees {
  const trees = Object.entries((value ?? {}) as Trees)
  if (!trees.some(([, tree]) => 'file' in tree))
    throw badInput('does nothing: no hierarchy is read from a file. Leave it out.')
  return Object.fromEntries(trees.map(([column, tree]) => [column, 'file' in tree ? { ...tree, header } : tree]))
}
