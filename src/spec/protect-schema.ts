/** What a spec says of a table that is to be protected: its structure, who is in a cell, when a cell is sensitive, and by which method. */
import { z } from 'zod'
import { badInput } from '../request-error.ts'
import { type ByKind, byKind } from './by-kind.ts'
import { field } from './field.ts'
import { grouping, groupingOf } from './grouping-schema.ts'
import { PROTECT_METHODS } from './method-names.ts'
import { name } from './schema-words.ts'
import { listOf, secondsOf } from './short-texts.ts'

const percent = z.number().gt(0).max(100)

/** The parts of the other kinds are told by `kind`, so that a complaint is about the rule that was meant. */
const rule = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('count'), least: z.int().min(2).max(1_000_000) }),
    z.strictObject({ kind: z.literal('p'), percent, coalition: z.int().min(1).max(10).default(1) }),
    z.strictObject({ kind: z.literal('pq'), percent, known: percent }),
    z.strictObject({ kind: z.literal('dominance'), largest: z.int().min(1).max(10), percent }),
    z.strictObject({ kind: z.literal('request'), percent }),
  ],
  {
    error:
      'say { kind: count, least: 3 }, { kind: p, percent: 10 }, { kind: pq, percent: 10, known: 50 }, { kind: dominance, largest: 1, percent: 85 } or { kind: request, percent: 70 }',
  },
)

export type SpecRule = z.output<typeof rule>

/** `count 3`, `p 10`, `p 10 coalition 2`, `pq 10 50`, `dominance 1 85`, `request 70`. */
function ruleOf(text: string): readonly Readonly<Record<string, unknown>>[] {
  const words = text.trim().split(/\s+/)
  const [kind] = words
  const [a, b] = words
    .slice(1)
    .filter((word) => word !== 'coalition')
    .map(Number)
  const lengths: Readonly<Record<string, readonly number[]>> = {
    count: [2],
    p: [2, 4],
    pq: [3],
    dominance: [3],
    request: [2],
  }
  const isWhole = Object.hasOwn(lengths, kind) && lengths[kind].includes(words.length) && !Number.isNaN(a + (b ?? 0))
  if (!isWhole || (words.length === 4) !== words.includes('coalition'))
    throw badInput(`"${text}": write count 3, p 10, "p 10 coalition 2", pq 10 50, dominance 1 85 or request 70.`)
  switch (kind) {
    case 'count':
      return [{ kind, least: a }]
    case 'p':
      return [{ kind, percent: a, ...(b !== undefined && { coalition: b }) }]
    case 'pq':
      return [{ kind, percent: a, known: b }]
    case 'dominance':
      return [{ kind, largest: a, percent: b }]
    default:
      return [{ kind, percent: a }]
  }
}

const method = field(z.enum(PROTECT_METHODS).default('suppress'), {
  flag: '--method <name>',
  does: 'How the table is protected; `compare` tries all of them and publishes nothing.',
})

const structure = {
  rows: field(z.array(name).default([]), { flag: '--rows <a,b>', does: 'Variables whose codes make the rows.' }),
  columns: field(z.array(name).default([]), {
    flag: '--columns <c,d>',
    does: 'Variables whose codes make the columns.',
  }),
  linked: field(z.array(z.array(name).min(1)).default([]), {
    flag: '--linked <a,b>',
    read: (text) => [listOf(text)],
    repeats: true,
    does: 'A further table of these variables, made from the same records and protected together with the first.',
  }),
  hierarchies: field(z.array(grouping).default([]), {
    flag: '--hierarchy <column=tree>',
    read: groupingOf,
    repeats: true,
    help: 'subtotals: file:TREE.csv, file:TREE.hrc, columns:county,country or prefix:3,1; several for one variable',
    does: 'The subtotals of a variable: which codes are parts of which. A variable may have several, which need not nest.',
  }),
  total: field(name.default('Total'), {
    flag: '--total <code>',
    does: 'The code of the total of every variable.',
  }),
}

const contents = {
  value: field(name.optional(), {
    flag: '--value <column>',
    does: 'The column with the amounts that are added up; records are counted without it.',
  }),
  contributor: field(name.optional(), {
    flag: '--contributor <column>',
    does: 'Records: the column that names the business or person behind a line.',
  }),
  holding: field(name.optional(), {
    flag: '--holding <column>',
    does: 'Records: the column with the group that a contributor belongs to; those of one group count as one.',
  }),
  weight: field(name.optional(), {
    flag: '--weight <column>',
    does: 'Records: the column with the sampling weight, 1 or more.',
  }),
  request: field(name.optional(), {
    flag: '--request <column>',
    does: 'Records: the column that says (1 or yes) which contributors asked for protection.',
  }),
  frequency: field(name.optional(), {
    flag: '--frequency <column>',
    does: 'A finished table, totals included: the column with the number of contributors of each cell.',
  }),
  largest: field(z.array(name).default([]), {
    flag: '--largest <a,b>',
    does: 'A finished table: the columns with the largest contribution, the second largest, and so on.',
  }),
  marked: field(name.optional(), {
    flag: '--marked <column>',
    does: 'A finished table: a column that is filled where a cell is sensitive.',
  }),
  fix: field(z.enum(['none', 'totals']).default('none'), {
    flag: '--fix <what>',
    does: 'With `totals` the totals of a finished table are computed from its smallest cells, instead of refused where they do not add up.',
  }),
  negative: field(z.enum(['refuse', 'absolute']).default('refuse'), {
    flag: '--negative <rule>',
    does: 'Amounts below 0: refused, or rules look at their size (`absolute`) and a reader may suppose any sign.',
  }),
}

const rules = {
  rules: field(z.array(rule).default([]), {
    flag: '--rule <rule>',
    read: ruleOf,
    repeats: true,
    help: 'when a cell is sensitive: "count 3", "p 10", "p 10 coalition 2", "pq 10 50", "dominance 1 85", "request 70"',
    does: 'When a cell is sensitive. These stay private.',
  }),
  needs: field(percent.optional(), {
    flag: '--needs <percent>',
    read: percentOf,
    does: 'How far off, in percent of the value, a reader must be of a sensitive cell, in place of what its rule asks.',
  }),
  prior: field(percent.default(100), {
    flag: '--prior <percent>',
    read: percentOf,
    does: 'Amounts: how well a reader knows each of them beforehand, within so many percent.',
  }),
  coalition: field(z.int().min(0).max(3).default(0), {
    flag: '--coalition <n>',
    does: 'How many contributors, each alone in a cell and so knowing it, may put together what they know; 0 protects against readers from outside, and what a contributor could work out is reported.',
  }),
  waive: field(z.string().optional(), {
    flag: '--waive <file>',
    does: 'Sensitive cells that are published nevertheless, as a CSV: the variables, and a `reason`.',
  }),
}

const published = {
  published: field(z.string().optional(), {
    flag: '--published <file>',
    does: 'The record of what has been published, which this release must fit; `tacet-tables.jsonl` beside the data without it. With `none` nothing is looked at or recorded: for trials.',
  }),
}

const choice = {
  keep: field(z.string().optional(), {
    flag: '--keep <file>',
    does: 'Cells that must be published, as a CSV of the variables; an empty value is the total.',
  }),
  hide: field(z.string().optional(), {
    flag: '--hide <file>',
    does: 'Cells that count as sensitive besides those of the rules, as a CSV of the variables.',
  }),
}

const cost = field(z.enum(['value', 'count', 'log']).default('log'), {
  flag: '--cost <name>',
  does: 'What withholding a cell costs: its `value`, 1 (`count`), or the logarithm of 1 + its value (`log`).',
})
const seconds = field(z.number().min(0).default(60), {
  flag: '--time <time>',
  read: secondsOf,
  preset: '60s',
  help: 'how long to search for the cheapest pattern, as in 60s or 5min',
  does: 'How long to search for the cheapest pattern, in seconds; every need is proved whatever the time.',
})
const steps = field(z.int().min(0).optional(), {
  flag: '--steps <n>',
  help: 'steps of the search instead of a time: the same table everywhere',
  does: 'Steps of the search instead of a time: the same table everywhere.',
})
const base = field(z.int().min(2).max(1_000_000_000).default(5), {
  flag: '--base <n>',
  does: 'Every figure becomes a neighbouring multiple of this.',
})
const record = field(name.optional(), {
  flag: '--record <column>',
  does: 'The column that identifies a record, so that its key stays the same in later extracts.',
})
const secret = field(z.string().optional(), {
  flag: '--secret <file>',
  does: 'The file with the secret behind the keys, for its owner alone (mode 0600); the environment variable TACET_CELL_KEY without it.',
})
const largestNoise = field(z.int().min(1).max(50).default(5), {
  flag: '--noise <D>',
  does: 'The most that a count moves.',
})
const variance = field(z.int().min(1).max(500).default(3), {
  flag: '--variance <V>',
  does: 'The variance of the noise, the same for every count above 0.',
})
const notBelow = field(z.int().min(0).max(50).default(0), {
  flag: '--not-below <n>',
  does: 'Counts of 1 to n are never published.',
})
const keys = field(z.int().min(16).max(65_536).default(256), {
  flag: '--keys <N>',
  does: 'How many different cell keys there are.',
})
const perturbation = { record, secret, noise: largestNoise, variance, notBelow, keys }

const KINDS = {
  suppress: {
    words: 'the suppression of cells',
    shape: { method, ...structure, ...contents, ...rules, ...choice, ...published, cost, seconds, steps },
  },
  round: {
    words: 'controlled rounding (`method: round`)',
    shape: { method, ...structure, ...contents, ...rules, ...published, base, seconds },
  },
  cellkey: {
    words: 'perturbation with cell keys (`method: cellkey`)',
    shape: { method, ...structure, ...contents, ...rules, ...published, ...perturbation },
  },
  compare: {
    words: 'a comparison (`method: compare`)',
    shape: {
      method,
      ...structure,
      ...contents,
      ...rules,
      cost,
      seconds,
      bases: field(z.array(z.int().min(2)).default([3, 5, 10]), {
        flag: '--bases <a,b>',
        read: (text) => listOf(text).map(Number),
        does: 'With `compare`: the bases of rounding to try.',
      }),
      epsilon: field(z.number().gt(0).max(100).default(1), {
        flag: '--compare-epsilon <number>',
        read: Number,
        does: 'With `compare`: the privacy loss of the private counts that stand beside the others.',
      }),
      ...perturbation,
    },
  },
} as const

/** A percentage, with or without its sign. */
function percentOf(text: string): number {
  const number = Number(text.replace(/%$/, ''))
  if (text.trim() === '' || Number.isNaN(number)) throw badInput(`"${text}": write a percentage, as in 10.`)
  return number
}

/** A method has fields of its own: those of another are refused. */
export const protect = byKind(KINDS, (given) => {
  const { method } = given as { readonly method?: unknown }
  return PROTECT_METHODS.find((known) => known === method) ?? 'suppress'
})

export type SpecProtect = ByKind<typeof KINDS>
