/** XML in pieces, as much as a workbook has of it: elements and texts in their order, names without their prefix. Entities are those of XML itself. */
import { badInput } from '../../request-error.ts'

export interface XmlReader {
  /** `tag`: all that stands between the brackets, for `attribute`. */
  open(name: string, tag: string): void
  close(name: string): void
  text(text: string): void
}

/** No element or text of a workbook is longer. */
const LONGEST = 1 << 24

/** Reads all pieces. `name`: what to call the file in messages. */
export async function readXml(pieces: AsyncIterable<string>, reader: XmlReader, name: string): Promise<void> {
  const xml = new XmlPieces(reader, name)
  for await (const piece of pieces) xml.add(piece)
}

/** A document that comes in pieces. */
export class XmlPieces {
  readonly #reader: XmlReader
  readonly #name: string
  #rest = ''

  constructor(reader: XmlReader, name: string) {
    this.#reader = reader
    this.#name = name
  }

  add(piece: string): void {
    this.#rest = readPiece(this.#rest + piece, this.#reader, this.#name)
    if (this.#rest.length > LONGEST) throw badInput(`${this.#name}: it is not a complete Excel workbook (.xlsx).`)
  }
}

/** Reads what is complete, and returns what is not. */
function readPiece(xml: string, reader: XmlReader, name: string): string {
  let at = 0
  for (;;) {
    const bracket = xml.indexOf('<', at)
    if (bracket < 0) return xml.slice(at)
    if (xml.startsWith('<!', bracket)) {
      const end = afterSpecial(xml, bracket, reader, name)
      if (end < 0) return xml.slice(at)
      at = end
      continue
    }
    const end = tagEnd(xml, bracket)
    if (end < 0) return xml.slice(at)
    if (bracket > at) reader.text(unescaped(xml.slice(at, bracket)))
    readTag(xml.slice(bracket + 1, end), reader)
    at = end + 1
  }
}

function readTag(tag: string, reader: XmlReader): void {
  if (tag.startsWith('?')) return
  if (tag.startsWith('/')) {
    reader.close(nameOf(tag.slice(1)))
    return
  }
  const name = nameOf(tag)
  reader.open(name, tag)
  if (tag.endsWith('/')) reader.close(name)
}

function nameOf(tag: string): string {
  const [name] = /^[^\s/]*/.exec(tag) ?? ['']
  return name.slice(name.indexOf(':') + 1)
}

/** A bracket within quotation marks ends nothing. */
function tagEnd(xml: string, from: number): number {
  for (let end = xml.indexOf('>', from); end >= 0; end = xml.indexOf('>', end + 1)) {
    const tag = xml.slice(from, end)
    if (!tag.includes('"') || (tag.split('"').length & 1) === 1) return end
  }
  return -1
}

/** Comments are left out, texts as they are read; a document type, which could define entities, is refused. -1: it is not complete. */
function afterSpecial(xml: string, from: number, reader: XmlReader, name: string): number {
  const [comment, section] = ['<!--', '<![CDATA[']
  if (xml.length < from + section.length && !xml.startsWith(comment, from)) return -1
  const close = xml.startsWith(comment, from) ? '-->' : xml.startsWith(section, from) ? ']]>' : undefined
  if (close === undefined) throw badInput(`${name}: it holds a document type, which no workbook has.`)
  const end = xml.indexOf(close, from)
  if (end < 0) return -1
  if (close === ']]>') reader.text(xml.slice(from + section.length, end))
  return end + close.length
}

/** The value of an attribute, by its name without a prefix. */
export function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)
  return found === null ? undefined : unescaped(found[1] ?? found[2])
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,4});/gi, (whole, entity: string) => {
    if (!entity.startsWith('#')) return NAMED[entity] ?? whole
    const code = Number(entity[1] === 'x' || entity[1] === 'X' ? `0${entity.slice(1)}` : entity.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
