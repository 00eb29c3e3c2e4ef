/**
 * A first look at a file: how it is written, its columns, what they seem to be, and what is missing. What it returns is read off
 * the confidential data and is for its steward's eyes.
 */
import type { Reading } from '../spec/index.ts'
import { proposedRole } from './column-role.ts'
import { fetchNumber } from './columns.ts'
import { likelyCount } from './counted-lines.ts'
import type { Database } from './database.ts'
import { type ColumnDescription, describeColumns } from './describe-column.ts'
import { dataRelation, reading } from './file-relation.ts'
import { proposedMissing } from './missing-codes.ts'
import type { Relation } from './relation.ts'
import { identifier } from './sql.ts'
import type { DateMixture } from './text/date-format.ts'
import { missingTextsOf } from './text/plain-values.ts'

export interface FileDescription {
  readonly path: string
  /** The first line may be a record: what stand as names here may be its values. */
  readonly doubtfulHeader: boolean
  readonly rows: number
  /** How it was read, as a spec would say it; what needs no word is left out. */
  readonly read: Reading
  /** Columns of dates in several formats, or with other texts among them. */
  readonly mixedDates: readonly { readonly name: string; readonly parts: DateMixture }[]
  /** Columns that are called otherwise than in the file, where their name stands twice or not at all. */
  readonly renamed: readonly string[]
  readonly columns: readonly ColumnDescription[]
  /** Columns of which some values are taken for missing by their looks alone: a proposal. */
  readonly proposedMissing: readonly string[]
}

/** A look at the file, with values that may stand for missing ones taken for such: a spec says so, and a person checks it. */
export async function describeFile(db: Database, path: string, read: Reading = {}): Promise<FileDescription> {
  const { proposed, ...first } = await lookAt(db, path, read)
  if (Object.keys(proposed).length === 0) return { ...first, proposedMissing: [] }
  const again = await lookAt(db, path, { ...read, missingIn: { ...first.read.missingIn, ...proposed } })
  const { proposed: _, ...second } = again
  return { ...second, proposedMissing: Object.keys(proposed) }
}

interface Look extends Omit<FileDescription, 'proposedMissing'> {
  readonly proposed: Readonly<Record<string, string[]>>
}

async function lookAt(db: Database, path: string, read: Reading): Promise<Look> {
  const relation = await dataRelation(db, { path, read })
  const raw = db.freshName('written')
  await reading(path, () => db.run(`create temp table ${raw} as select * from ${relation.raw}`))
  const rows = await fetchNumber(db, `select count(*) from ${raw}`)
  const missing = missingTextsOf(relation, read)
  const columns: ColumnDescription[] = []
  const proposed: Record<string, string[]> = {}
  for (let from = 0; from < relation.columns.length; from += AT_A_TIME) {
    const names = relation.columns.slice(from, from + AT_A_TIME)
    const plain = db.freshName('described')
    await reading(path, () => db.run(`create temp table ${plain} as ${plainSelect(relation, names, raw)}`))
    const tables = { plain, raw, rows, reading: read, missing }
    for (const described of await describeColumns(db, tables, names, relation.read?.doubts)) {
      const { name } = described
      const column = withMeaning(relation, described)
      columns.push(column)
      const texts = read.missingIn?.[name] === undefined ? await proposedMissing(db, plain, column) : undefined
      if (texts !== undefined) proposed[name] = [...(relation.declared?.get(name) ?? []), ...texts]
    }
    await db.run(`drop table ${plain}`)
  }
  const count = await countColumn(db, relation, raw, rows, columns)
  if (count !== undefined) delete proposed[count]
  await db.run(`drop table ${raw}`)
  const counted = columns.map((column) => (column.name === count ? asCount(column) : column))
  return {
    path,
    doubtfulHeader: relation.doubtfulHeader === true,
    rows,
    read: { ...toldReading(relation, read), ...declaredMissing(relation, read, columns) },
    mixedDates: [...(relation.read?.mixed ?? [])].map(([name, parts]) => ({ name, parts })),
    renamed: relation.read?.layout?.renamed ?? [],
    columns: counted,
    proposed,
  }
}

/** The engine holds what it works out for some thousand lines of all columns that it is asked for: of a few at a time it is little. */
const AT_A_TIME = 16

/** Columns with all values in one form. */
function plainSelect({ plain }: Relation, names: readonly string[], table: string): string {
  const selected = names.map((name) => `${plain?.(name, identifier(name)) ?? identifier(name)} as ${identifier(name)}`)
  return `select ${selected.join(', ')} from ${table}`
}

/** What the file itself says of a column. */
function withMeaning({ labels, weight }: Relation, column: ColumnDescription): ColumnDescription {
  const described = { ...column, label: labels?.get(column.name) ?? null }
  if (column.name !== weight) return described
  return { ...described, looksLike: 'sampling weight', role: proposedRole('sampling weight') }
}

const asCount = (column: ColumnDescription): ColumnDescription => ({
  ...column,
  looksLike: 'count',
  role: proposedRole('count'),
})

/** No table of counts has more variables. */
const MOST_VARIABLES = 40

/** The column that counts, where the lines are those of a table of counts and no column is called so already. */
async function countColumn(
  db: Database,
  relation: Relation,
  raw: string,
  rows: number,
  columns: readonly ColumnDescription[],
): Promise<string | undefined> {
  if (columns.some(({ looksLike }) => looksLike === 'count')) return undefined
  const likely = likelyCount(columns, rows)
  if (likely === undefined) return undefined
  if (likely.others.length > MOST_VARIABLES) return undefined
  const lines = `select distinct * from (${plainSelect(relation, likely.others, raw)})`
  const different = await fetchNumber(db, `select count(*) from (${lines})`)
  return different === rows ? likely.count : undefined
}

/** What the file declares to be missing, as far as it has a meaning or occurs. */
function declaredMissing(
  { declared }: Relation,
  { missingIn = {} }: Reading,
  columns: readonly ColumnDescription[],
): Pick<Reading, 'missingIn'> {
  if (declared === undefined) return {}
  const found = columns.flatMap(({ name, missingTexts }): [string, readonly string[]][] => {
    const texts = (declared.get(name) ?? []).filter((text) => !/^\.[a-z]$/.test(text) || missingTexts.includes(text))
    return texts.length === 0 ? [] : [[name, texts]]
  })
  const all = { ...Object.fromEntries(found), ...missingIn }
  return Object.keys(all).length === 0 ? {} : { missingIn: all as NonNullable<Reading['missingIn']> }
}

/** What a spec says so that the file is read in the same way again, whatever comes to be in it. */
function toldReading({ read: found }: Relation, given: Reading): Reading {
  if (found === undefined) return given
  const { encoding, delimiter, decimal, dates, layout, sheet } = found
  const names = { '\t': 'tab', ',': ',', ';': ';', '|': '|' } as const
  const { headerLine, unitLines, totalLines, isPlain = true } = layout ?? {}
  return {
    ...(typeof sheet === 'string' && { sheet }),
    ...(encoding !== null && { encoding: encoding.startsWith('utf-16') ? 'utf-16' : encoding }),
    ...(delimiter !== null && { delimiter: names[delimiter as keyof typeof names] }),
    ...(layout !== null && { decimal, dates: [...dates] }),
    ...(!isPlain && { headerLine, unitLines, totalLines }),
    ...given,
    ...(given.encoding !== undefined && encoding !== null && { encoding: given.encoding }),
  }
}
