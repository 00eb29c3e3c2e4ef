/** An Excel workbook, byte by byte: a ZIP archive of XML. */
import { deflateRawSync } from 'node:zlib'

/** A number with the number of its style, a text that is shared, or XML of a cell of its own. */
export type Cell =
  | string
  | number
  | null
  | { readonly value: number; readonly style: number }
  | { readonly xml: string }

export interface SheetOf {
  readonly name: string
  readonly rows: readonly (readonly Cell[])[]
  readonly state?: string
}

/** Styles: 0 plain, 1 a day, 2 a day with its time, 3 five digits, 4 a time, 5 hours that go on counting, 6 with two decimals. */
const STYLES = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy\\ &quot;h&quot;"/><numFmt numFmtId="165" formatCode="00000"/><numFmt numFmtId="166" formatCode="[h]:mm:ss"/></numFmts>
<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="165"/><xf numFmtId="20"/><xf numFmtId="166"/><xf numFmtId="2"/></cellXfs></styleSheet>`

export function workbookOf(sheets: readonly SheetOf[], date1904 = false): Buffer {
  const texts: string[] = []
  const parts = sheets.map(({ rows }, i) => [`xl/worksheets/sheet${i + 1}.xml`, sheetXml(rows, texts)] as const)
  const relations = sheets.map(
    (_, i) => `<Relationship Id="r${i}" Type="http://x/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  )
  const shared = texts.map((text) => `<si><t>${escaped(text)}</t><rPh sb="0" eb="1"><t>spoken</t></rPh></si>`).join('')
  return zipOf([
    [
      '_rels/.rels',
      '<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="/xl/workbook.xml"/></Relationships>',
    ],
    [
      'xl/workbook.xml',
      `<?xml version="1.0"?><x:workbook><x:workbookPr date1904="${date1904 ? 1 : 0}"/><!-- > --><x:sheets>${sheets
        .map(
          ({ name, state }, i) => `<x:sheet name="${escaped(name)}" r:id="r${i}"${state ? ` state="${state}"` : ''}/>`,
        )
        .join('')}</x:sheets></x:workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${relations.join('')}<Relationship Id="s" Type="http://x/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="t" Type="http://x/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/sharedStrings.xml', `<sst>${shared}</sst>`],
    ['xl/styles.xml', STYLES],
    ...parts,
  ])
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function sheetXml(rows: readonly (readonly Cell[])[], texts: string[]): string {
  const lines = rows.map((cells, r) => {
    if (cells.length === 0) return '' // as Excel does: a row without cells is not there
    const xml = cells.map((cell, c) => cellXml(cell, `${String.fromCharCode(65 + c)}${r + 1}`, texts))
    return `<row r="${r + 1}">${xml.join('')}</row>`
  })
  return `<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`
}

function cellXml(cell: Cell, place: string, texts: string[]): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return `<c r="${place}" t="s"><v>${texts.push(cell) - 1}</v></c>`
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if ('xml' in cell) return cell.xml.replace('PLACE', place)
  return `<c r="${place}" s="${cell.style}"><v>${cell.value}</v></c>`
}

/** Every second part is packed, the others are stored. */
function zipOf(parts: readonly (readonly [string, string])[]): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [i, [name, text]] of parts.entries()) {
    const whole = Buffer.from(text)
    const body = i % 2 === 0 ? deflateRawSync(whole) : whole
    const fixed = Buffer.alloc(26)
    fixed.writeUInt16LE(20, 0)
    fixed.writeUInt16LE(i % 2 === 0 ? 8 : 0, 4)
    fixed.writeUInt32LE(body.length, 14)
    fixed.writeUInt32LE(whole.length, 18)
    fixed.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fixed, Buffer.from(name), body])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.alloc(2), fixed, place, Buffer.from(name)]),
    )
    bodies.push(local)
    at += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, central, end])
}
