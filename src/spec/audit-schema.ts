/** What a spec says of an audit: of one table, of published shares, of several releases together, or a search for safe tables. */
import { z } from 'zod'
import { clipped } from '../request-error.ts'
import { type ByKind, byKind } from './by-kind.ts'
import { field } from './field.ts'
import { grouping, groupingOf } from './grouping-schema.ts'
import { hierarchies } from './hierarchy-schema.ts'
import { mergeOf, orderOf } from './level-texts.ts'
import { code, name } from './schema-words.ts'
import { secondsOf } from './short-texts.ts'

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

const rows = field(z.array(name).default([]), {
  flag: '--rows <a,b>',
  does: 'Variables whose levels make the rows.',
})
const columns = field(z.array(name).default([]), {
  flag: '--columns <c,d>',
  does: 'Variables whose shares are published, within each row.',
})
const person = field(name.optional(), {
  flag: '--person <column>',
  help: 'who a line is of, where one may have several: people are counted, each once in a cell',
  does: 'The column that names the person, where one may have several lines: each is counted once in a cell. That of `privacy.person` without it.',
})
const merge = field(z.record(z.string(), z.record(z.string(), z.array(code).min(1))).default({}), {
  flag: '--merge <column:new=old1|old2>',
  read: mergeOf,
  repeats: true,
  help: 'make levels one; a backslash before | = : makes it part of a name',
  does: 'By variable and new level: the levels that become one.',
})
const order = field(z.record(z.string(), levelOrder).default({}), {
  does: 'By variable: its levels in the order in which they are published; levels not listed follow.',
})
const small = field(z.int().min(1).default(5), {
  flag: '--small <number>',
  does: 'Counts above 0 and below it are small.',
})
const width = field(z.int().min(0).default(0), {
  flag: '--width <number>',
  does: 'Every cell must keep at least this many units between its bounds.',
})
const few = field(z.int().min(1).default(1), {
  flag: '--few <number>',
  beside: true,
  help: 'warn if a reader is left with at most this many possible counts',
  does: 'A cell with up to this many feasible counts is nearly disclosed.',
})
const zeros = field(z.enum(['allowed', 'disclosed']).default('allowed'), {
  flag: '--no-zeros',
  means: 'disclosed',
  help: 'a count known to be 0 breaks the rules too',
  does: 'Whether a count known to be 0 breaks the rules: `disclosed` says that it does.',
})
const decimals = field(z.int().min(0).max(15).optional(), {
  flag: '--decimals <d>',
  does: 'The shares (0 to 1) are published with this many decimals: 3 for 0.123, which is 12.3 %.',
})
const rounding = field(z.enum(['half-up', 'half-even', 'unknown']).optional(), {
  flag: '--rounding <rule>',
  does: 'How shares are rounded; without it half-up for tables made from data, unknown for shares that are read.',
})
const known = field(z.string().optional(), {
  flag: '--known <file>',
  does: 'What a reader knows already, as a CSV: variables of the table, lower, upper.',
})
const n = field(z.int().min(0).optional(), {
  flag: '--n <number>',
  does: 'The number of records behind the shares.',
})
const seconds = field(z.number().min(0).default(60), {
  flag: '--time <time>',
  read: secondsOf,
  preset: '60s',
  beside: true,
  help: 'with --suggest or --release: how long to search, as in 60s or 5min',
  does: 'How long to search, in seconds.',
})
const suggest = field(
  z.strictObject({
    ordered: field(z.record(z.string(), z.array(code)).default({}), {
      flag: '--ordered <column:l1|l2|l3>',
      read: orderOf,
      repeats: true,
      beside: true,
      help: 'with --suggest: merge only neighbouring levels',
      does: 'By variable: its levels in order; only neighbours are merged. An empty list for numbers.',
    }),
    hierarchies: hierarchies(
      'with --suggest: merge only along file:TREE.csv, prefix:3,1, interval:0,5,2 or dates:month,year',
      'By variable: a tree of ever coarser levels; levels are merged only along it.',
    ),
    mergeMissing: field(z.boolean().default(false), {
      flag: '--merge-missing',
      beside: true,
      help: 'with --suggest: missing and unknown values may be merged with a level',
      does: 'Whether missing and unknown values (99, "not stated") may be merged with a level; they are left by themselves without it.',
    }),
    moves: field(z.int().min(0).default(1), {
      flag: '--moves <number>',
      beside: true,
      help: 'with --suggest: how many variables may change sides',
      does: 'How many variables may change sides.',
    }),
  }),
  { flag: '--suggest', means: {}, beside: true, does: 'Search for designs that disclose no small count.' },
)
const publishFolder = {
  flag: '--publish <folder>',
  read: () => ({}),
  folder: true,
  beside: true,
  help: 'a new folder for the table itself; refused while a small count can be worked out',
} as const
const choose = field(z.int().min(1).optional(), {
  flag: '--choose <number>',
  beside: true,
  help: 'with --suggest and --publish: which of the safe designs, from 1',
  does: 'With `suggest`: which of the safe designs is published, from 1.',
})
const publish = field(z.strictObject({}), {
  ...publishFolder,
  does: 'Write the table itself, in a folder that may be published, if no small count can be worked out.',
})
const publishDesign = field(z.strictObject({ choose }), {
  ...publishFolder,
  does: 'Write the table of a design that was found, in a folder that may be published.',
})

const rules = { small, width, few, zeros }
const rounded = { decimals, rounding }

const figures = {
  table: field(name, {
    flag: '--table <column>',
    does: 'The data are a finished table with totals and withheld cells (x, .., c or nothing), one line per cell: the column with its figures.',
  }),
  subtotals: field(z.array(grouping).default([]), {
    flag: '--subtotals <column=tree>',
    read: groupingOf,
    repeats: true,
    help: 'with --table: subtotals of a variable: file:TREE.csv, file:TREE.hrc or prefix:3,1; several for one variable',
    does: 'With `table`: the subtotals of a variable. A variable may have several, which need not nest.',
  }),
  total: field(name.default('Total'), {
    flag: '--total <code>',
    help: 'with --table: the code of the total of every variable',
    does: 'With `table`: the code of the total of every variable.',
  }),
  absent: field(z.enum(['refuse', 'zero', 'withheld']).default('refuse'), {
    flag: '--absent <what>',
    does: 'With `table`: what a cell without a line is: 0, or withheld.',
  }),
  base: field(z.int().min(2).optional(), {
    flag: '--base <n>',
    does: 'With `table`: the figures are rounded to multiples of this.',
  }),
  negative: field(z.boolean().default(false), {
    flag: '--negative',
    does: 'With `table`: figures may be below 0.',
  }),
  within: field(z.number().min(0).max(100).default(10), {
    flag: '--within <percent>',
    read: Number,
    does: 'With `table`: a withheld cell is nearly known when it can be bounded to within so many percent.',
  }),
}

const KINDS = {
  table: {
    words: 'the audit of a table made from data',
    shape: { rows, columns, person, merge, order, n, known, ...rounded, ...rules },
  },
  publish: {
    words: 'the publication of a table (`publish`)',
    shape: { publish, rows, columns, person, merge, order, n, known, ...rounded, ...rules },
  },
  design: {
    words: 'the publication of a design that is searched for (`suggest` and `publish`)',
    shape: { publish: publishDesign, suggest, rows, columns, person, merge, order, n, ...rounded, small, seconds },
  },
  suggest: {
    words: 'the search for designs (`suggest`)',
    shape: { suggest, rows, columns, person, merge, order, small, seconds },
  },
  cells: {
    words: 'the audit of shares, one line per cell',
    shape: {
      share: field(name, {
        flag: '--share <column>',
        does: 'The data are shares, one line per cell: the column with the share. Give `n` too.',
      }),
      rows,
      columns,
      n,
      known,
      ...rounded,
      ...rules,
    },
  },
  shares: {
    words: 'the audit of shares, one line per row',
    shape: {
      shares: field(z.array(name).min(1), {
        flag: '--shares <p,q>',
        does: 'The data are shares, one line per row: the columns with the shares. Give `n` too.',
      }),
      rows,
      n,
      known,
      ...rounded,
      ...rules,
    },
  },
  versions: {
    words: 'the audit of anonymised versions of the same records (`versions`)',
    shape: {
      versions: field(z.array(name).min(2, 'name two or more releases of `tacet anonymize`'), {
        flag: '--anonymized <folder,folder>',
        help: 'two or more releases of "tacet anonymize" from these data: what they tell together',
        does: 'Folders with anonymised versions of these records: what they tell together.',
      }),
    },
  },
  figures: {
    words: 'the audit of a finished table (`table`)',
    shape: { ...figures, rows, columns, small },
  },
  releases: {
    words: 'the audit of several releases (`releases`)',
    shape: {
      releases: field(z.array(z.string().min(1)).min(1), {
        flag: '--release <text>',
        read: (text) => [text],
        repeats: true,
        does: 'Several releases audited together: "a,b" counts; "c|a,b" shares; "c|a,b@2" rounded shares.',
      }),
      cells: field(z.array(name).default([]), {
        flag: '--cells <a,b>',
        help: 'with --release: bound the cells of these variables',
        does: 'With `releases`: bound the cells of these variables.',
      }),
      person,
      merge,
      order,
      rounding,
      known,
      small,
      seconds,
    },
  },
} as const

/** An audit is of one kind, which its fields tell: a field of another kind is refused. */
export const audit = byKind(KINDS, (given) => {
  if ('versions' in given) return 'versions'
  if ('releases' in given) return 'releases'
  if ('table' in given) return 'figures'
  if ('suggest' in given) return 'publish' in given ? 'design' : 'suggest'
  if ('publish' in given) return 'publish'
  if ('share' in given) return 'cells'
  return 'shares' in given ? 'shares' : 'table'
})

export type SpecAudit = ByKind<typeof KINDS>
