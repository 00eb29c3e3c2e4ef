/**
 * The spec: one file that holds a whole plan. This schema is the single source of its types, its messages and the JSON
 * Schema that editors complete it with.
 */

import { z } from 'zod'
import { about } from './about-schema.ts'
import { anonymize } from './anonymize-schema.ts'
import { audit } from './audit-schema.ts'
import { decide } from './decide-schema.ts'
import { facts, where } from './fact-schema.ts'
import { field } from './field.ts'
import { groups } from './groups-schema.ts'
import { protect } from './protect-schema.ts'
import { reading } from './reading-schema.ts'
import { roles, rolesOf } from './role-schema.ts'
import { code, columnOrColumns, day, exact, name } from './schema-words.ts'

/** A table in a database. The spec is published with the release, so the password stays in the environment. */
function inDatabase(url: string, password: string) {
  return z.strictObject({
    url: z
      .string()
      .refine((url) => !hasPassword(url), {
        error: `holds a password, and the spec is published with the release: keep it in ${password}`,
      })
      .describe(`${url}; keep the password in ${password}.`),
    from: z.string().describe('A table, or a query in parentheses.'),
  })
}

/** A plural that stands in sentences and headings. */
const word = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[\p{L}\p{N} '-]+$/u, 'is a plural in letters, such as visits')

const source = z
  .strictObject({
    file: z
      .string()
      .optional()
      .describe(
        'CSV, TSV (also .gz), Excel, SPSS, Stata, Parquet or Arrow, or several Parquet files by their folder or a pattern.',
      ),
    postgres: inDatabase('postgresql://user@host/database', 'PGPASSWORD').optional(),
    clickhouse: inDatabase('http://user@host:8123/database', 'CLICKHOUSE_PASSWORD').optional(),
    count: field(name.optional(), {
      flag: '--count <column>',
      help: 'the data are counted: how many of them a line stands for',
      does: 'The column that says how many a line stands for.',
    }),
    lines: field(word.optional(), {
      flag: '--lines <word>',
      help: 'what one line is, as a plural: visits, people, businesses; with --count what is counted',
      does: 'What one line is, as a plural: visits, people, businesses; with `count` what is counted. Reports and statements use it.',
    }),
    read: reading.optional().describe('How the file is read; what is not said is found out from the file.'),
  })
  .refine(
    (s) => [s.file, s.postgres, s.clickhouse].filter((one) => one !== undefined).length === 1,
    'name one source: a `file`, `postgres` or `clickhouse`',
  )

function hasPassword(url: string): boolean {
  return /^[a-z]+:\/\/[^/@]*:[^/@]+@/i.test(url) || /[?&]password=./i.test(url)
}

const regionList = z.strictObject({ file: z.string(), column: name })

const geography = z
  .strictObject({
    top: name.default('all').describe('What to call the place that holds everybody.'),
    columns: z.array(name).optional().describe('One column a level, from the top down.'),
    regions: z
      .strictObject({ file: z.string(), columns: z.array(name).min(1).optional() })
      .optional()
      .describe(
        'With `columns`: a file with one line per leaf, so that empty places are released too; its columns, if they are called otherwise.',
      ),
    missing: name.optional().describe('What to call the place of records without a region; an error without it.'),
    code: z
      .strictObject({
        column: name,
        prefixes: z.record(z.string(), z.int().min(1)).describe('Level: how many leading characters name a region.'),
        regions: regionList
          .optional()
          .describe('A file listing every leaf code, so that empty places are released too.'),
      })
      .optional(),
    parents: z
      .strictObject({
        column: name.describe('The column of the data that holds the leaf.'),
        levels: z.array(name).min(1),
        regions: z.strictObject({ file: z.string(), column: name, parent: name }),
      })
      .optional(),
  })
  .refine(
    (g) => [g.columns, g.code, g.parents].filter((way) => way !== undefined).length <= 1,
    'give one of `columns`, `code` and `parents`',
  )
  .refine(
    (g) => g.regions === undefined || (g.columns ?? []).length === (g.regions.columns ?? g.columns ?? [name]).length,
    { path: ['regions'], error: 'lists the places of `columns`, one column for each of them' },
  )

const missing = z.union(
  [
    z.enum(['error', 'drop']),
    z.strictObject({
      values: z
        .array(z.string())
        .default([])
        .describe('Texts that stand for a missing value; an empty one always does.'),
      as: z.string().describe('`error`, `drop`, or the level that missing values become.'),
    }),
  ],
  { error: 'is `error`, `drop`, or such as { values: ["?"], as: unknown }' },
)

const attribute = z
  .strictObject({
    name,
    column: name.optional().describe('The column it is read from, if it has another name.'),
    levels: z.array(code).min(1).optional(),
    bins: z
      .union([z.array(z.number()).min(2), z.array(day).min(2)], {
        error: 'are two or more rising numbers, or rising dates as 2020-12-31',
      })
      .optional()
      .describe(
        'Edges of half-open bins: [0, 18, 65] gives 0-17 and 18-64; [2019-01-01, 2020-01-01, 2021-01-01] gives 2019 and 2020.',
      ),
    range: z.tuple([z.int(), z.int()]).optional().describe('Whole numbers from the first to the last, each a level.'),
    missing: missing.default('error'),
  })
  .refine(
    (a) => [a.levels, a.bins, a.range].filter((way) => way !== undefined).length === 1,
    'give its values by one of `levels`, `bins` and `range`',
  )

const recode = z.strictObject({
  name,
  of: name.describe('The attribute whose levels are grouped.'),
  groups: z.record(z.string(), z.array(code).min(1)),
})

const privacy = z
  .strictObject({
    unit: z
      .enum(['add-remove-person', 'change-person'])
      .default('add-remove-person')
      .describe(
        'What two data sets that must look alike differ in: one record (or person) more or less, or one changed.',
      ),
    person: z
      .strictObject({
        column: name.optional().describe('The column that names the person; without it every line is another person.'),
        atMost: z
          .int()
          .min(1)
          .max(1_000_000)
          .default(1)
          .describe('How many lines of one person are counted; those beyond are left out, whatever they hold.'),
        called: word.optional().describe('What they are called, as a plural: patients, pupils; people without it.'),
      })
      .refine(
        ({ column, atMost }) => column !== undefined || atMost === 1,
        'name the `column` of the person: without one every line is another person, and `atMost` is 1',
      )
      .optional()
      .describe('Protects people instead of records: all lines of a person together.'),
    epsilon: field(exact.optional(), {
      flag: '--epsilon <number>',
      help: 'the privacy loss',
      does: 'Pure differential privacy; with `delta` approximate, where the capability knows it.',
    }),
    rho: field(exact.optional(), {
      flag: '--rho <number>',
      help: 'zero-concentrated differential privacy (zCDP), with --delta',
      does: 'Zero-concentrated differential privacy, with the discrete Gaussian.',
    }),
    delta: field(exact.optional(), {
      flag: '--delta <number>',
      help: 'with --rho: at which delta it is shown as epsilon; with --epsilon: approximate differential privacy',
      does: 'At which delta `rho` is also shown as epsilon; with `epsilon`, approximate differential privacy.',
    }),
    accountant: z
      .enum(['zcdp', 'tight'])
      .optional()
      .describe(
        'With `epsilon` and `delta`: spends them with the discrete Gaussian, counted as zCDP or, with less noise, by the distribution of the privacy loss.',
      ),
    levels: z.record(z.string(), exact).optional().describe('The share of the budget of each level; equal without it.'),
    ledger: field(z.string().optional(), {
      flag: '--ledger <file>',
      does: 'The ledger file; beside the data without it.',
    }),
  })
  .refine((p) => (p.epsilon === undefined) !== (p.rho === undefined), {
    path: ['epsilon'],
    error: 'give either `epsilon` or `rho`',
  })
  .refine(
    (p) => p.accountant === undefined || (p.epsilon !== undefined && p.delta !== undefined),
    'an `accountant` spends an (epsilon, delta): give `epsilon` and `delta`',
  )
  .refine((p) => p.rho === undefined || p.delta !== undefined, {
    path: ['delta'],
    error: 'with `rho`, say at which `delta` it is to be shown',
  })

const query = z.strictObject({
  query: name.describe('`total`, `detailed`, or attributes and recodes crossed, as in `race * votingAge`.'),
  share: exact.optional().describe("Its share of each level's budget; equal without it."),
  levels: z.array(name).optional().describe('The levels it is measured at; all without it.'),
})

const later = z.strictObject({
  attributes: z.array(attribute).min(1).describe('Attributes that a later release will add.'),
  recodes: z.array(recode).default([]),
  public: facts
    .describe('What is known of the later tables: this release will leave room for it.')
    .refine(
      (all) => all.every((fact) => fact.exactly !== 'data'),
      '`exactly: data` is for what this release publishes; of later tables say what is public already, as numbers or tables',
    ),
  impossible: z.array(where).default([]),
})

/** Numbers by query and level: one for all levels that the query is asked at, or one for each level that is named. */
const byQueryAndLevel = z.record(
  z.string(),
  z.union([z.number().positive(), z.record(z.string(), z.number().positive())], {
    error: 'is a number above 0, or one for each level, such as { ward: 3 }',
  }),
)

const topdownFields = z.strictObject({
  weights: byQueryAndLevel
    .optional()
    .describe(
      'For `tacet plan --fit`: how much the error of each query at each level matters, relative to the others.',
    ),
  targets: byQueryAndLevel
    .optional()
    .describe('For `tacet plan --fit`: the standard error that is wanted of each query at each level.'),
  estimate: z
    .enum(['tree', 'level'])
    .default('tree')
    .describe(
      '`tree`: least squares over the whole tree first. `level`: each level from its own measurements, as in the paper.',
    ),
  passes: z
    .array(z.array(name).min(1))
    .min(1)
    .optional()
    .describe('Queries to be met first, second and so on; those not named come last.'),
  totals: z
    .number()
    .min(1)
    .max(1000)
    .default(16)
    .describe(
      'How much the totals of the leaves weigh at most when their cells are found, times what their noise says; never more than the mean leaf is times its noise. More lowers the bias of large and small places. Not with `passes`.',
    ),
  rounding: z
    .enum(['chain', 'plain'])
    .default('chain')
    .describe(
      '`chain`: the total and queries nested in it stay within one of their real values. `plain`: as in the paper.',
    ),
  simulations: z
    .int()
    .min(0)
    .max(100)
    .default(1)
    .describe('How often the release is simulated again to calibrate the standard errors.'),
  later: later.optional(),
  areas: z
    .strictObject({ file: z.string(), area: name, region: columnOrColumns })
    .optional()
    .describe('Areas off the hierarchy for `--evaluate`: one line per area and leaf.'),
})

const topdown = topdownFields.refine(
  ({ weights, targets }) => weights === undefined || targets === undefined,
  'give `weights` or `targets`, not both',
)

const unitTable = z.strictObject({
  source,
  attributes: z.array(attribute).min(1),
  recodes: z.array(recode).default([]),
  privacy: privacy
    .refine((p) => p.person === undefined, '`person` is for people; a unit is one line')
    .describe('The budget of the units: one unit added or removed, or changed.'),
  workload: z.array(query).min(1),
  public: facts,
  impossible: z.array(where).default([]),
  links: z
    .array(
      z
        .strictObject({
          name: name.optional(),
          level: name,
          people: where,
          atMostTimes: exact.optional().describe('There are at most this many of these people for each such unit.'),
          atLeastTimes: exact.optional().describe('There are at least this many of these people for each such unit.'),
          units: where,
          mode: z.enum(['enforced', 'tried', 'checked']).default('enforced'),
        })
        .refine(
          (l) => l.atMostTimes !== undefined || l.atLeastTimes !== undefined,
          'say `atMostTimes` or `atLeastTimes`, or both for exactly',
        ),
    )
    .default([])
    .describe('What ties the people to the units.'),
})

export const specSchema = z.strictObject({
  tacet: z.literal(1).describe('The version of this format.'),
  title: z.string().optional(),
  about: about.optional(),
  source: source.optional().describe('Where the records are; not needed for a decision.'),
  roles: field(roles.default({}), {
    does: 'What each column is to a person, for the publication of records.',
    also: [
      {
        flag: '--identifiers <d,e>',
        read: rolesOf('identifier'),
        help: 'columns that name people: they are left out',
      },
      { flag: '--plain <f,g>', read: rolesOf('plain'), help: 'columns that are published as they are' },
    ],
  }),
  geography: geography.default({ top: 'all' }),
  attributes: z.array(attribute).default([]),
  recodes: z.array(recode).default([]),
  privacy: privacy.optional(),
  workload: z.array(query).default([]),
  public: facts,
  impossible: z.array(where).default([]).describe('Impossible combinations of levels.'),
  topdown: topdown.optional(),
  units: unitTable
    .optional()
    .describe('A second table over the same places, solved together: one line per housing unit.'),
  audit: audit.optional(),
  groups: groups.optional(),
  anonymize: anonymize.optional(),
  decide: decide.optional(),
  protect: protect.optional(),
  output: z
    .strictObject({
      format: z.enum(['csv', 'parquet']).default('csv'),
      microdata: z.boolean().default(false).describe('Top-down: also one line per person.'),
      measurements: z
        .enum(['auto', 'table', 'arrays', 'none'])
        .default('auto')
        .describe('Top-down: the noisy measurements as one table, or (when there are many) as arrays of numbers.'),
      boundaries: z
        .strictObject({
          file: z.string().min(1).describe('GeoJSON: one feature per region, with a Polygon or MultiPolygon.'),
          level: name.describe('The level whose regions it draws.'),
          region: name.describe('The property of a feature that holds the name of its region.'),
        })
        .optional()
        .describe('Top-down: draws a map of the figures in the report.'),
      replicates: z
        .int()
        .min(0)
        .max(1000)
        .default(0)
        .describe(
          'Top-down: publishes the errors of this many simulations, cell by cell, so that `tacet error` tells the error of any sum; 40 are enough for a 90 % interval.',
        ),
      spreadsheetSafe: z
        .boolean()
        .default(true)
        .describe(
          'CSV: an apostrophe before texts that a spreadsheet would run, such as =1+1. Numbers stay as they are.',
        ),
    })
    .default({ format: 'csv', microdata: false, measurements: 'auto', replicates: 0, spreadsheetSafe: true }),
})

/** A spec that was read: a source is there wherever one is needed. */
export type Spec = Omit<z.output<typeof specSchema>, 'source'> & { readonly source: z.output<typeof source> }

/** The fields of a spec as a program writes them. */
export type SpecFields = Readable<Omit<z.input<typeof specSchema>, 'tacet'>>

/** The same, only read. */
type Readable<T> = T extends object ? { readonly [Key in keyof T]: Readable<T[Key]> } : T

/** The JSON Schema published with the package. */
export function specJsonSchema(): unknown {
  return { title: 'Tacet spec', ...z.toJSONSchema(specSchema, { io: 'input' }) }
}
