/** From the lines of a file of subtotals to what is a part of what. Every complaint names the line. */
import { badInput, clipped } from '../../request-error.ts'
import type { CodeParents } from './table-variable.ts'

export interface CodeLines {
  /** One code after the other, from the narrowest to the widest or the other way round. */
  readonly rows: readonly (readonly string[])[]
  readonly firstLine: number
  /** What to call it. */
  readonly name: string
}

/** The widest codes are parts of the total; a code that stands twice in a line is one code. */
export function parentsOfLines({ rows, firstLine, name }: CodeLines, total: string): CodeParents {
  const parents = new Map<string, string>()
  const lineOf = new Map<string, number>()
  const wideFirst = isWideFirst(rows)
  rows.forEach((row, r) => {
    const codes = (wideFirst ? row : row.toReversed()).filter((code) => code !== '' && code !== total)
    let above = total
    for (const code of codes) {
      if (code === above) continue
      const before = parents.get(code)
      if (before !== undefined && before !== above)
        throw badInput(
          `${name}, line ${r + firstLine}: "${clipped(code)}" is a part of "${clipped(above)}", and of "${clipped(before)}" in line ${lineOf.get(code)}. Give each code one parent; for two ways of adding up, write two hierarchies of the variable.`,
        )
      parents.set(code, above)
      if (before === undefined) lineOf.set(code, r + firstLine)
      above = code
    }
  })
  return parents
}

/** The narrowest codes are the most. */
function isWideFirst(rows: readonly (readonly string[])[]): boolean {
  const last = (rows[0]?.length ?? 1) - 1
  const different = (at: number): number => new Set(rows.map((row) => row[at])).size
  return different(0) < different(last)
}

/** A file of tau-ARGUS: one code per line, with one @ before it for each level that it is below the first. */
export function parentsOfIndented(text: string, total: string, name: string): CodeParents {
  const parents = new Map<string, string>()
  const path: string[] = []
  text.split(/\r?\n/).forEach((line, i) => {
    const [, signs, code] = /^(@*)(.*?)\s*$/.exec(line) as unknown as [string, string, string]
    if (code === '') return
    const where = `${name}, line ${i + 1}`
    if (signs.length > path.length)
      throw badInput(
        `${where}: "${clipped(code)}" is ${signs.length} levels down, and the line above it ${path.length - 1}. Leave out no level.`,
      )
    if (parents.has(code)) throw badInput(`${where}: "${clipped(code)}" is listed twice. List each code once.`)
    parents.set(code, signs.length === 0 ? total : path[signs.length - 1])
    path.length = signs.length
    path.push(code)
  })
  return parents
}
