/** What a workbook says of itself: its sheets, the texts that cells share, and how cells are formatted. */
import { badInput } from '../../request-error.ts'
import { builtInFormat, type CellFormat, customFormat } from './cell-format.ts'
import { attribute, readXml } from './xml.ts'
import type { Zip } from './zip.ts'

export interface Sheet {
  readonly name: string
  readonly part: string
  readonly hidden: boolean
}

export interface Workbook {
  readonly sheets: readonly Sheet[]
  readonly texts: readonly string[]
  /** By the style of a cell. */
  readonly formats: readonly CellFormat[]
  /** Days are counted from 1904, as on old Macintoshes. */
  readonly from1904: boolean
}

const ignore = (): void => undefined

export async function readWorkbook(zip: Zip, name: string): Promise<Workbook> {
  const root = (await relations(zip, '_rels/.rels', '', name)).find(({ type }) => type === 'officeDocument')
  if (root === undefined) throw badInput(`${name}: it is not a complete Excel workbook (.xlsx).`)
  const folder = root.target.replace(/[^/]*$/, '')
  const links = await relations(zip, `${folder}_rels/${root.target.slice(folder.length)}.rels`, folder, name)
  const partOf = (type: string): string | undefined =>
    links.find((link) => link.type === type && zip.has(link.target))?.target
  const sheets: Sheet[] = []
  let from1904 = false
  const open = (element: string, tag: string): void => {
    if (element === 'workbookPr') from1904 = ['1', 'true'].includes(attribute(tag, 'date1904') ?? '')
    if (element !== 'sheet') return
    const target = links.find(({ id }) => id === attribute(tag, 'id'))
    if (target?.type !== 'worksheet' || !zip.has(target.target)) return
    const state = attribute(tag, 'state') ?? 'visible'
    sheets.push({ name: attribute(tag, 'name') ?? '', part: target.target, hidden: state !== 'visible' })
  }
  await readXml(zip.text(root.target), { open, close: ignore, text: ignore }, name)
  if (sheets.length === 0) throw badInput(`${name}: it holds no sheet with cells.`)
  return {
    sheets,
    texts: await sharedTexts(zip, partOf('sharedStrings'), name),
    formats: await cellFormats(zip, partOf('styles'), name),
    from1904,
  }
}

interface Link {
  readonly id: string
  readonly type: string
  readonly target: string
}

async function relations(zip: Zip, part: string, folder: string, name: string): Promise<readonly Link[]> {
  if (!zip.has(part)) return []
  const links: Link[] = []
  const open = (element: string, tag: string): void => {
    const target = attribute(tag, 'Target')
    if (element !== 'Relationship' || target === undefined) return
    const type = (attribute(tag, 'Type') ?? '').replace(/^.*\//, '')
    links.push({ id: attribute(tag, 'Id') ?? '', type, target: placeOf(target, folder) })
  }
  await readXml(zip.text(part), { open, close: ignore, text: ignore }, name)
  return links
}

/** A part is named from the root or from its folder. */
function placeOf(target: string, folder: string): string {
  const steps: string[] = []
  for (const step of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

/** Texts as people see them: without how they are spoken, which Japanese workbooks say. */
async function sharedTexts(zip: Zip, part: string | undefined, name: string): Promise<readonly string[]> {
  if (part === undefined) return []
  const texts: string[] = []
  let [text, inText, spoken] = ['', false, false]
  const open = (element: string): void => {
    if (element === 'si') text = ''
    else if (element === 'rPh') spoken = true
    else if (element === 't') inText = !spoken
  }
  const close = (element: string): void => {
    if (element === 'si') texts.push(plainText(text))
    else if (element === 'rPh') spoken = false
    else if (element === 't') inText = false
  }
  const add = (piece: string): void => {
    if (inText) text += piece
  }
  await readXml(zip.text(part), { open, close, text: add }, name)
  return texts
}

/** Signs that XML cannot hold are written as _x000D_; a line end within a cell is a blank. */
export function plainText(text: string): string {
  const whole = text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number(`0x${code}`)))
    : text
  return /[\r\n]/.test(whole) ? whole.replace(/\s*[\r\n]+\s*/g, ' ').trim() : whole
}

async function cellFormats(zip: Zip, part: string | undefined, name: string): Promise<readonly CellFormat[]> {
  if (part === undefined) return []
  const custom = new Map<number, CellFormat>()
  const formats: CellFormat[] = []
  let ofCells = false
  const open = (element: string, tag: string): void => {
    if (element === 'numFmt')
      custom.set(Number(attribute(tag, 'numFmtId')), customFormat(attribute(tag, 'formatCode') ?? ''))
    else if (element === 'cellXfs') ofCells = true
    else if (element === 'xf' && ofCells) {
      const id = Number(attribute(tag, 'numFmtId') ?? 0)
      formats.push(custom.get(id) ?? builtInFormat(id))
    }
  }
  const close = (element: string): void => {
    if (element === 'cellXfs') ofCells = false
  }
  await readXml(zip.text(part), { open, close, text: ignore }, name)
  return formats
}
