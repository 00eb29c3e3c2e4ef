/** A sheet of an Excel workbook as something SQL can select from: its rows as text, read on as any text file is. */

import { didYouMean } from '../../did-you-mean.ts'
import { badField, badInput, listed } from '../../request-error.ts'
import type { Reading } from '../../spec/index.ts'
import type { Database } from '../database.ts'
import type { Relation } from '../relation.ts'
import { writePrivately } from '../text/csv-copy.ts'
import { openUtf8 } from '../text/open-text.ts'
import { sheetText } from './sheet-rows.ts'
import { readWorkbook, type Sheet, type Workbook } from './workbook.ts'
import { Zip } from './zip.ts'

export async function openWorkbook(
  db: Database,
  path: string,
  reading: Reading,
): Promise<Pick<Relation, 'sql' | 'doubtfulHeader' | 'namesAreText' | 'read'>> {
  const zip = await Zip.open(path, path)
  const workbook = await readWorkbook(zip, path)
  for (const sheet of sheetsMeant(workbook, path, reading)) {
    const text = db.privateFile('.csv')
    const seen = { rows: 0 }
    await writePrivately(text, counted(sheetText(zip, workbook, sheet, path), seen))
    db.opened(text, path)
    if (seen.rows < FEWEST_ROWS && reading.sheet === undefined && workbook.sheets.length > 1) continue
    const file = { path: text, name: path, encoding: null, isSheet: true }
    const opened = await openUtf8(db, file, reading)
    return { ...opened, ...(opened.read && { read: { ...opened.read, sheet: sheetOf(workbook, sheet) } }) }
  }
  throw badInput(`${path}: none of its sheets holds a table: ${listed(workbook.sheets.map(({ name }) => name))}.`)
}

/** A sheet with fewer lines of several values is a cover. */
const FEWEST_ROWS = 2

/** Null where there is no other. */
const sheetOf = ({ sheets }: Workbook, { name }: Sheet): string | null => (sheets.length > 1 ? name : null)

function sheetsMeant({ sheets }: Workbook, path: string, { sheet }: Reading): readonly Sheet[] {
  if (sheet === undefined) return [...sheets].sort((a, b) => Number(a.hidden) - Number(b.hidden))
  const names = sheets.map(({ name }) => name)
  const found =
    sheets.find(({ name }) => name === sheet) ??
    sheets.find(({ name }) => name.trim().toLowerCase() === sheet.trim().toLowerCase())
  if (found !== undefined) return [found]
  throw badField(
    'source.read.sheet',
    `${path} has no sheet "${sheet}". Its sheets are: ${listed(names)}.${didYouMean(sheet, names)}`,
  )
}

/** Lines with several values are a table. */
async function* counted(texts: AsyncIterable<string>, seen: { rows: number }): AsyncGenerator<string> {
  for await (const text of texts) {
    if (seen.rows < FEWEST_ROWS) seen.rows += text.split('\n').filter((line) => /[^,],+[^,]/.test(line)).length
    yield text
  }
}
