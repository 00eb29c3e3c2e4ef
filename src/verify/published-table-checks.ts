/**
 * A published table of shares, read again as a reader would: every cell is there once, the shares of a row make up 1, and the
 * audit of what is printed works out no small count.
 */
import { z } from 'zod'
import { auditRounded, hiddenLevels, lowest, ROUNDING_RULES, roundedTable } from '../bounds/index.ts'
import { fetchColumns, withDatabase } from '../data/index.ts'
import { add, compare, ONE, parseRational, type Rational, ZERO } from '../exact/index.ts'
import type { Manifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import { type Check, checkOf, guarded } from './check.ts'
import { outputsCheck } from './file-checks.ts'
import { statementCheck } from './privacy-checks.ts'
import { isSmallEnough, smallFromRounded } from './rounded-audit.ts'
import { smallFromShares } from './share-audit.ts'
import { stampCheck } from './stamp-check.ts'
import { statementOf } from './stated-privacy.ts'
import { requestOf, shaped } from './stated-spec.ts'
import { asTable, outputRelation, quoted } from './topdown-lines.ts'

const resultSchema = z.looseObject({
  n: z.int().min(0),
  rows: z.array(z.string()).min(1),
  columns: z.array(z.string()).min(1),
  small: z.int().min(1),
  decimals: z.int().min(0).max(15).nullable(),
  rounding: z.enum(ROUNDING_RULES).nullable(),
})

type Result = z.output<typeof resultSchema>

export function publishedTableChecks(folder: string, manifest: Manifest): Promise<readonly Check[]> {
  return guarded('manifest', async () => {
    const result = shaped(resultSchema, manifest.result, 'the result')
    const sentences = ['not differentially private', `no count above 0 and below ${result.small} can be worked out`]
    return [
      outputsCheck(manifest, { tables: ['table'] }),
      stampCheck(manifest, { notPrivate: undefined }),
      statementCheck(statementOf(manifest), sentences),
      requestCheck(manifest, result),
      ...(await guarded('shares', async () => shareChecks(await readShares(folder, manifest, result), result))),
    ]
  })
}

interface ReadTable {
  /** shares[row][column] */
  readonly shares: readonly (readonly Rational[])[]
  readonly rows: readonly (readonly string[])[]
  readonly columns: readonly (readonly string[])[]
}

/** Throws when a cell is missing or there twice. */
async function readShares(folder: string, manifest: Manifest, { rows, columns }: Result): Promise<ReadTable> {
  const names = [...rows, ...columns, 'share']
  const texts = await withDatabase({}, async (db) => {
    const relation = await outputRelation(db, folder, manifest, 'table', names)
    const list = names.map((name) => `coalesce(cast(${quoted(name)} as varchar), '')`).join(', ')
    const kinds = names.map(() => 'text' as const)
    return asTable(relation.name, () => fetchColumns(db, `select ${list} from ${relation.sql}`, kinds))
  })
  const table = new Map<string, Map<string, Rational>>()
  const heads = new Set<string>()
  texts[0].forEach((_, line) => {
    const key = (from: number, to: number): string => JSON.stringify(texts.slice(from, to).map((text) => text[line]))
    const [row, column] = [key(0, rows.length), key(rows.length, names.length - 1)]
    const cells = table.get(row) ?? new Map<string, Rational>()
    if (cells.has(column)) throw badInput(`line ${line + 2} of the table is about a cell that has a line already`)
    table.set(row, cells.set(column, parseRational(texts[names.length - 1][line])))
    heads.add(column)
  })
  const shares = [...table.values()].map((cells, i) => {
    if (cells.size !== heads.size) throw badInput(`row ${i + 1} of the table lacks a cell`)
    return [...heads].map((head) => cells.get(head) as Rational)
  })
  const levels = (keys: Iterable<string>): string[][] => [...keys].map((key) => JSON.parse(key) as string[])
  return { shares, rows: levels(table.keys()), columns: levels(heads) }
}

function shareChecks({ shares, rows, columns }: ReadTable, result: Result): readonly Check[] {
  const { decimals } = result
  const hidden = decimals === null ? [] : hiddenLevels(shares, rows, columns)
  const sums = shares.map((row) => row.reduce(add, ZERO))
  const off = sums.filter((sum) => sum.num !== 0n && compare(sum, ONE) !== 0).length
  const faults = decimals === null && off > 0 ? [`the shares of ${off} rows do not sum to 1`] : []
  const sum = decimals === null ? 'the shares of every row with records sum to 1' : 'every cell is there once'
  const small = faults.length > 0 ? undefined : smallDisclosed(shares, result)
  return [
    checkOf('shares', faults, sum),
    ...(small === undefined
      ? []
      : [
          checkOf(
            'small counts',
            [
              ...(small.count === 0
                ? []
                : [`${small.count} counts below ${result.small} can be worked out from the table`]),
              ...hidden.map(
                ({ level }) => `"${level}" is printed as 0 everywhere, and a reader knows that somebody has it`,
              ),
            ],
            `no count below ${result.small} can be worked out from the table and the number of records, ${small.how}`,
          ),
        ]),
  ]
}

interface SmallFound {
  readonly count: number
  readonly how: string
}

/**
 * By code that shares nothing with what made the table; a table too large for that by the same. Shares that no table of n records has are an
 * error, which fails the check.
 */
function smallDisclosed(shares: readonly (readonly Rational[])[], result: Result): SmallFound {
  const { n, small, decimals, rounding } = result
  if (decimals === null) return { count: smallFromShares(shares, n, small), how: 'by a second audit' }
  // A table that was rounded by no rule that is named was rounded half up, and a reader may know it.
  const rule = rounding === 'half-even' ? rounding : 'half-up'
  const units = shares.map((row) => row.map(({ num, den }) => Number((num * 10n ** BigInt(decimals)) / den)))
  const table = { units, decimals, rounding: rule, n } as const
  if (isSmallEnough(table)) return { count: smallFromRounded(table, small), how: 'by a second audit' }
  return { count: firstAudit(shares, result, rule), how: 'by the audit that made it: too large for a second one' }
}

/** With counts that loose bounds leave in doubt. */
function firstAudit(
  shares: readonly (readonly Rational[])[],
  { n, small, decimals }: Result,
  rule: 'half-up' | 'half-even',
): number {
  const { cells, exact, values } = auditRounded(roundedTable(shares, decimals ?? 0, n, rule), { small })
  if (exact) return cells.smallDisclosed
  const sets = values.flatMap((row) => row.cells)
  return cells.smallDisclosed + sets.filter((set) => set.count > 1 && lowest(set) < small).length
}

/** The threshold is the one that was asked for. */
function requestCheck(manifest: Manifest, { small }: Result): Check {
  const request = requestOf(manifest)
  const { small: asked } = shaped(z.looseObject({ small: z.int().default(5) }), request.audit, 'the spec')
  const faults = asked === small ? [] : [`counts below ${asked} were to be protected, and the result says ${small}`]
  return checkOf('request', faults, `counts below ${small} were to be protected`)
}
