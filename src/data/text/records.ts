/** A text as records: lines in fields, a line end within quotation marks being part of a value. */

export interface TextRecord {
  /** The line of the file that it begins in, from 1. */
  readonly line: number
  readonly fields: readonly string[]
}

/** Whole records as they come in, and what is left at the end. */
export class RecordSplitter {
  readonly #delimiter: string
  #open = ''
  #line = 1

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /** The records that end in this piece of text. */
  add(piece: string): readonly TextRecord[] {
    const text = this.#open + piece
    const records: TextRecord[] = []
    let [from, quoted] = [0, false]
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code === QUOTE) quoted = !quoted
      else if (!quoted && (code === FEED || code === RETURN)) {
        if (code === RETURN && i + 1 === text.length) break // a line feed may come
        records.push(this.#record(text.slice(from, i)))
        if (code === RETURN && text.charCodeAt(i + 1) === FEED) i++
        from = i + 1
      }
    }
    this.#open = text.slice(from)
    return records
  }

  get openLength(): number {
    return this.#open.length
  }

  /** The last record, where no line end stands behind it. */
  end(): readonly TextRecord[] {
    const rest = this.#open.replace(/\r$/, '')
    this.#open = ''
    return rest === '' ? [] : [this.#record(rest)]
  }

  #record(text: string): TextRecord {
    const record = { line: this.#line, fields: splitLine(text, this.#delimiter) }
    this.#line += 1 + (text.includes('\n') ? text.split('\n').length - 1 : 0)
    return record
  }
}

const [QUOTE, FEED, RETURN] = [34, 10, 13]

/** A line in fields, without the marks around them. */
export function splitLine(line: string, delimiter: string): readonly string[] {
  if (!line.includes('"')) return line.split(delimiter)
  const fields: string[] = []
  let quoted = false
  let from = 0
  for (let i = 0; i <= line.length; i++) {
    if (line[i] === '"') quoted = !quoted
    if (i < line.length && (quoted || line[i] !== delimiter)) continue
    const field = line.slice(from, i)
    fields.push(/^".*"$/s.test(field) ? field.slice(1, -1).replaceAll('""', '"') : field)
    from = i + 1
  }
  return fields
}

export const isBlank = ({ fields }: TextRecord): boolean => fields.every((field) => field.trim() === '')
