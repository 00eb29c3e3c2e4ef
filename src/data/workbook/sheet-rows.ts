/** The rows of a sheet as lines of text, each at its own number: rows without cells are blank lines. */
import { badInput } from '../../request-error.ts'
import { csvText } from '../text/csv-copy.ts'
import { type CellFormat, numberText } from './cell-format.ts'
import { plainText, type Sheet, type Workbook } from './workbook.ts'
import { attribute, XmlPieces } from './xml.ts'
import type { Zip } from './zip.ts'

/** No sheet of Excel is larger. */
const MOST_ROWS = 1_048_576
const MOST_COLUMNS = 16_384

const PLAIN: CellFormat = { kind: 'number' }
/** The rows as CSV, with as many fields in a line as its cells reach to. */
export async function* sheetText(zip: Zip, workbook: Workbook, { part }: Sheet, name: string): AsyncGenerator<string> {
  const rows: (readonly string[])[] = []
  const xml = new XmlPieces(new SheetRows(workbook, name, (fields) => rows.push(fields)), name)
  for await (const piece of zip.text(part)) {
    xml.add(piece)
    yield csvText(rows.splice(0))
  }
}

class SheetRows {
  readonly #workbook: Workbook
  readonly #name: string
  readonly #done: (fields: readonly string[]) => void
  #fields: string[] = []
  #row = 0
  #column = -1
  #type = ''
  #format = PLAIN
  #value = ''
  #inValue = false
  #spoken = false

  constructor(workbook: Workbook, name: string, done: (fields: readonly string[]) => void) {
    this.#workbook = workbook
    this.#name = name
    this.#done = done
  }

  open(element: string, tag: string): void {
    if (element === 'c') this.#openCell(tag)
    else if (element === 'v') this.#inValue = true
    else if (element === 'rPh') this.#spoken = true
    else if (element === 't') this.#inValue = !this.#spoken
    else if (element === 'row') this.#openRow(tag)
  }

  close(element: string): void {
    if (element === 'v' || element === 't') this.#inValue = false
    else if (element === 'rPh') this.#spoken = false
    else if (element === 'c') this.#closeCell()
    else if (element === 'row') this.#done(this.#fields)
  }

  text(text: string): void {
    if (this.#inValue) this.#value += text
  }

  #openRow(tag: string): void {
    const row = Number(attribute(tag, 'r') ?? this.#row + 1)
    if (!Number.isInteger(row) || row <= this.#row || row > MOST_ROWS) throw this.#broken()
    for (let blank = this.#row + 1; blank < row; blank++) this.#done([])
    this.#row = row
    this.#column = -1
    this.#fields = []
  }

  #openCell(tag: string): void {
    const place = attribute(tag, 'r')
    const column = place === undefined ? this.#column + 1 : columnOf(place)
    if (!(column > this.#column) || column >= MOST_COLUMNS) throw this.#broken()
    while (this.#fields.length < column) this.#fields.push('')
    this.#column = column
    this.#type = attribute(tag, 't') ?? 'n'
    this.#format = this.#workbook.formats[Number(attribute(tag, 's') ?? -1)] ?? PLAIN
    this.#value = ''
  }

  #closeCell(): void {
    this.#fields.push(this.#cellText())
  }

  #cellText(): string {
    const value = this.#value
    switch (this.#type) {
      case 's': {
        const text = value === '' ? '' : this.#workbook.texts[Number(value)]
        if (text === undefined) throw this.#broken()
        return text
      }
      case 'inlineStr':
      case 'str':
        return plainText(value)
      case 'b':
        return value === '1' ? 'true' : value === '0' ? 'false' : value
      case 'd':
        return value.replace('T00:00:00', '').replace('T', ' ').replace(/Z$/, '')
      case 'n':
        return numberText(value, this.#format, this.#workbook.from1904)
      default:
        return value
    }
  }

  #broken(): Error {
    return badInput(`${this.#name}: the sheet is damaged: its rows and cells are not in their order.`)
  }
}

/** AB12 is in column 27, from 0. */
function columnOf(place: string): number {
  let column = 0
  for (let i = 0; i < place.length; i++) {
    const letter = place.charCodeAt(i) - 64
    if (letter < 1 || letter > 26) break
    column = 26 * column + letter
  }
  return column - 1
}
