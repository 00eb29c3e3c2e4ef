/**
 * The first line of a CSV file: its column names and its delimiter. Read here rather than guessed from the whole file, so
 * that a damaged line is an error and never a reason to see the file in another way.
 */
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { badInput } from '../request-error.ts'

export interface CsvHeader {
  readonly delimiter: string
  readonly names: readonly string[]
}

const DELIMITERS = ['\t', ';', '|', ','] // a tie goes to the rarer one
/** No header is longer. */
const MOST_BYTES = 1 << 20

/** Reads the header. Throws when it has no line, a column without a name, or one name twice. */
export async function csvHeader(path: string): Promise<CsvHeader> {
  const line = firstLine((await firstBytes(path)).replace(/^\uFEFF/, ''))
  const outside = line.replace(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => outside.split(delimiter).length)
  const delimiter = DELIMITERS[counts.indexOf(Math.max(...counts))]
  const names = splitLine(line, delimiter)
  names.forEach((name, i) => {
    if (name.trim() === '') throw badInput(`${path}: column ${i + 1} has no name in the first line.`)
    const first = names.indexOf(name)
    if (first !== i) throw badInput(`${path}: columns ${first + 1} and ${i + 1} are both called "${name}". Rename one.`)
  })
  return { delimiter, names }
}

async function firstBytes(path: string): Promise<string> {
  const file = createReadStream(path)
  const stream = /\.gz$/i.test(path) ? file.pipe(createGunzip()) : file
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of stream) {
      pieces.push(piece as Buffer)
      size += (piece as Buffer).length
      if (size >= MOST_BYTES) break
    }
  } catch {
    throw badInput(`${path}: it is not a complete gzip file.`)
  } finally {
    file.destroy()
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Up to the first line end outside quotes. */
function firstLine(text: string): string {
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '"') quoted = !quoted
    else if (!quoted && (text[i] === '\n' || text[i] === '\r')) return text.slice(0, i)
  }
  return text
}

function splitLine(line: string, delimiter: string): readonly string[] {
  const names: string[] = []
  let quoted = false
  let from = 0
  for (let i = 0; i <= line.length; i++) {
    if (line[i] === '"') quoted = !quoted
    if (i < line.length && (quoted || line[i] !== delimiter)) continue
    const name = line.slice(from, i)
    names.push(/^".*"$/s.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name)
    from = i + 1
  }
  return names
}
