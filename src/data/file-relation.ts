/**
 * A file as something SQL can select from: CSV and TSV (also gzipped), sheets of Excel, files of Stata and SPSS, Parquet, and Arrow IPC.
 *
 * Text files are read as text throughout: a county code 007 stays 007, and nothing depends on what a sniffer guesses.
 * Confidential data come in by `dataRelation`, which gives all their values one form.
 */

import { constants } from 'node:fs'
import { access, readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { didYouMean } from '../did-you-mean.ts'
import { badField, badInput, clipped, listed } from '../request-error.ts'
import type { Reading } from '../spec/index.ts'
import { arrowTable } from './arrow.ts'
import type { CellStyle } from './cell-styles.ts'
import { checkColumnCount } from './column-count.ts'
import { fetchColumns } from './columns.ts'
import type { Database } from './database.ts'
import { EngineError, unreadable } from './engine-error.ts'
import { openedOnce } from './opened-once.ts'
import { dataFiles, isSeveral } from './parquet-files.ts'
import type { Relation } from './relation.ts'
import { writtenRelation } from './spreadsheet-cells.ts'
import { fileLiteral } from './sql.ts'
import { openSpss, openStata } from './statistics/open-statistics.ts'
import type { Doubt } from './text/found-reading.ts'
import { openLines, openText } from './text/open-text.ts'
import { plainRelation } from './text/plain-values.ts'
import { checkSaid } from './text/said-reading.ts'
import { openWorkbook } from './workbook/open-workbook.ts'

type Opened = Pick<Relation, 'sql' | 'doubtfulHeader' | 'namesAreText' | 'read' | 'declared' | 'labels' | 'weight'>
type Reader = (db: Database, path: string, reading: Reading) => Promise<Opened>

const TEXT_FILE = /\.(csv|tsv|txt)(\.gz)?$/i

const READERS: readonly { readonly ending: RegExp; readonly read: Reader }[] = [
  { ending: TEXT_FILE, read: openedOnce(openText) },
  { ending: /\.xls[xm]$/i, read: openedOnce(openWorkbook) },
  { ending: /\.dta$/i, read: openedOnce(openStata) },
  { ending: /\.z?sav$/i, read: openedOnce(openSpss) },
  {
    ending: /\.(parquet|pq)$/i,
    read: async (_, path) => ({ sql: `read_parquet(${fileLiteral(path)}, hive_partitioning = false)` }),
  },
  {
    ending: /\.(arrow|feather|ipc)$/i,
    read: async (db, path) => ({ sql: await arrowTable(db, await readFile(path), path) }),
  },
]

/** Whether a file of this name is read, by its ending. */
export const isDataFile = (name: string): boolean => READERS.some(({ ending }) => ending.test(name))

/** Every file must have the columns of the first. */
const SEVERAL_READER: { readonly read: Reader } = {
  read: async (_, path) => ({
    sql: `read_parquet([${dataFiles(path).map(fileLiteral).join(', ')}], hive_partitioning = false, union_by_name = false)`,
  }),
}

/** The file as a relation; `cells` says how its texts were written, for a file of ours. Throws, naming the file, when it is absent, empty, of an unknown kind, or damaged. */
export async function fileRelation(db: Database, path: string, cells: CellStyle = 'plain'): Promise<Relation> {
  const { relation: opened } = await openFile(db, path, AS_IT_IS)
  const relation = { ...opened, ...(opened.read && { read: { ...opened.read, doubts: NO_DOUBTS } }) }
  return cells === 'plain' || relation.read === undefined ? relation : writtenRelation(relation)
}

/** A list in a file, all lines of it: `named` unless the first one may be a line of names or not. */
export async function lineRelation(
  db: Database,
  path: string,
): Promise<Pick<Relation, 'sql' | 'columns'> & { readonly named: boolean }> {
  if (!TEXT_FILE.test(path)) return { ...(await fileRelation(db, path)), named: true }
  const readLines = async (): Promise<Opened> => ({ sql: await openLines(db, path) })
  const { relation } = await openWith(db, path, readLines)
  return { ...relation, named: false }
}

/** Confidential data as a relation: read as is said or as is found, with all values in one form. */
export async function dataRelation(
  db: Database,
  { path, read = {} }: { readonly path: string; readonly read?: Reading | undefined },
): Promise<Relation> {
  const { relation, texts } = await openFile(db, path, read)
  return plainRelation(relation, texts, read)
}

/** Data for a private release: how they are read is said where the records would decide it. */
export async function privateRelation(
  db: Database,
  source: { readonly path: string; readonly read?: Reading | undefined },
): Promise<Relation> {
  const relation = await dataRelation(db, source)
  checkSaid(relation, source.read ?? {})
  return relation
}

/** A line of a list that says Total is one of it. */
const AS_IT_IS: Reading = { unitLines: 0, totalLines: 0 }

/** Lists, models and files of ours hold no dates or decimals that are made sense of. */
const NO_DOUBTS: ReadonlyMap<string, Doubt> = new Map()

interface OpenedFile {
  readonly relation: Relation
  /** The columns of texts. */
  readonly texts: ReadonlySet<string>
}

async function openFile(db: Database, path: string, read: Reading): Promise<OpenedFile> {
  const reader = isSeveral(path) ? SEVERAL_READER : READERS.find(({ ending }) => ending.test(path))
  if (reader === undefined) {
    throw badInput(`${path}: ${otherFormat(path)}`)
  }
  return openWith(db, path, () => reader.read(db, path, read))
}

/** What a file of another kind is, and what to do with it. */
function otherFormat(path: string): string {
  if (/\.(ya?ml|json)$/i.test(path)) return `this is a spec, not data. Try: tacet plan ${path}`
  const known = FORMATS.find(({ ending }) => ending.test(path))
  const use =
    'Tacet reads .csv, .tsv, .csv.gz, .xlsx, .dta, .sav, .zsav, .parquet and .arrow, and knows them by the end of the name.'
  return known === undefined ? use : `${known.words} ${use}`
}

const FORMATS: readonly { readonly ending: RegExp; readonly words: string }[] = [
  {
    ending: /\.(xls|xlsb|ods)$/i,
    words: 'this is a spreadsheet of another kind. Save it as .xlsx and name that file.',
  },
  {
    ending: /\.(por|sas7bdat|xpt|rds|rdata)$/i,
    words:
      'this is a file of SAS, R or an old SPSS. Write it as CSV or Parquet there, or with R: library(haven); write.csv(read_sas("in.sas7bdat"), "out.csv", row.names = FALSE).',
  },
  { ending: /\.(zip|7z|rar|bz2|xz|zst)$/i, words: 'this is an archive. Unpack it (a .csv.gz is read as it is).' },
]

async function openWith(db: Database, path: string, open: () => Promise<Opened>): Promise<OpenedFile> {
  for (const file of dataFiles(path)) {
    await checkReadable(file)
    db.opened(resolve(file), file)
  }
  return reading(path, async () => {
    const opened = await open()
    const sql = `select column_name, column_type from (describe select * from ${opened.sql})`
    const [columns, types] = await fetchColumns(db, sql, ['text', 'text'])
    checkColumnCount(path, columns.length)
    const texts = new Set(columns.filter((_, i) => types[i] === 'VARCHAR' || types[i].startsWith('ENUM')))
    return { relation: { ...opened, name: path, columns }, texts }
  })
}

/** Does work that reads the file; DuckDB's complaint becomes one that says where the file is damaged and quotes nothing. */
export async function reading<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof EngineError ? unreadable(path, error.detail) : error
  }
}

async function checkReadable(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined)
    throw badInput(
      `${path}: there is no such file.${path.startsWith('~') ? ' A ~ is not expanded here: write the folder out.' : ''}`,
    )
  if (!found.isFile()) throw badInput(`${path} is not a file. Name one data file.`)
  if (found.size === 0)
    throw badInput(`${path} is empty. A data file has a line of column names and at least one record.`)
  await access(path, constants.R_OK).catch(() => {
    throw badInput(`${path} cannot be read: permission denied.`)
  })
}

/** Throws, listing some of the columns there are, unless the relation has the column and its values can be read in one way alone. */
/** Whether the words before a complaint are a place in a list of the spec, which needs no line found for it. */
const isAt = (what = ''): boolean => what.includes('[')

export function checkColumn(relation: Relation, column: string, what?: string): void {
  const doubt = relation.read?.doubts.get(column)
  if (doubt !== undefined)
    throw badField(doubt.field, `column "${clipped(column)}" of ${relation.name}: ${doubt.words}.`)
  if (relation.columns.includes(column)) return
  const where = what === undefined ? '' : `${what}: `
  const there = relation.doubtfulHeader
    ? 'Its first line looks like a record and not like column names, so it is not shown: put a line of column names above it.'
    : `${columnsWords(relation)}${didYouMean(column, relation.columns)}`
  throw badInput(
    `${where}${relation.name} has no column "${clipped(column)}". ${there}`,
    isAt(what) ? {} : { named: column },
  )
}

function columnsWords({ columns, namesAreText, name }: Relation): string {
  if (namesAreText !== true) return `Its columns are: ${listed(columns)}.`
  const count = columns.length === 1 ? '1 column' : `${columns.length.toLocaleString('en')} columns`
  return `It has ${count}; tacet describe ${name} lists them.`
}
