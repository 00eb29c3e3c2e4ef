/** The table of a file that holds more than a table, in a file of its own: the lines that are no records are left out. */
import { badInput } from '../../request-error.ts'
import { csvText, writePrivately } from './csv-copy.ts'
import { decoderOf } from './decode.ts'
import { textStream } from './encoding.ts'
import type { Layout } from './layout.ts'
import { isBlank, RecordSplitter, type TextRecord } from './records.ts'

/** A text file in UTF-8, and what to call it in messages. */
export interface LaidOutFile {
  readonly path: string
  readonly name: string
  readonly delimiter: string
  readonly layout: Layout
  /** A record may have fewer values than there are columns: the others are empty. */
  readonly isSheet: boolean
}

/** Writes it with commas between values. Throws, naming the line, where a record does not fit the columns. */
export async function writeLaidOut(file: LaidOutFile, to: string): Promise<void> {
  await writePrivately(to, tableOf(file))
}

async function* tableOf(file: LaidOutFile): AsyncGenerator<string> {
  const { names, headerLine, unitLines, totalLines } = file.layout
  yield csvText([names])
  let units = unitLines
  const held: TextRecord[] = [] // the last ones may be totals
  for await (const records of recordsOf(file)) {
    for (const record of records) {
      if (record.line <= headerLine || isBlank(record)) continue
      if (units > 0) units--
      else held.push(record)
    }
    const done = held.splice(0, Math.max(0, held.length - totalLines))
    yield csvText(done.map((record) => fieldsOf(record, file)))
  }
}

async function* recordsOf({ path, name, delimiter }: LaidOutFile): AsyncGenerator<readonly TextRecord[]> {
  const splitter = new RecordSplitter(delimiter)
  const decode = decoderOf('utf-8')
  for await (const piece of textStream(path)) {
    yield splitter.add(decode(piece as Buffer))
    if (splitter.openLength > LONGEST) throw badInput(`${name}: a quoted value never ends.`)
  }
  yield splitter.add(decode())
  yield splitter.end()
}

/** No record is longer. */
const LONGEST = 10_000_000

function fieldsOf({ line, fields }: TextRecord, { name, layout, isSheet }: LaidOutFile): readonly string[] {
  const { names } = layout
  const rest = fields.slice(names.length)
  if (rest.some((field) => field.trim() !== '') || (!isSheet && fields.length < names.length))
    throw badInput(`${name}, line ${line}: the line has another number of values than there are column names.`)
  return isSheet && fields.length < names.length
    ? [...fields, ...Array.from({ length: names.length - fields.length }, () => '')]
    : fields.slice(0, names.length)
}
