/** What a reader knows already as the CSV file that a spec names, and back: variables, `lower` and `upper`, one line per fact. */
import type { CountedTable } from './bounds.ts'
import { applyingFacts, type Fact, type TableDesign } from './design.ts'
import { factsTogether, isTogether, levelsOfFact, togetherVariables } from './releases.ts'

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The facts that speak of this design; null where there is none. */
export function knownCsv(table: CountedTable, design: TableDesign): string | null {
  const together = isTogether(design)
  const facts = together ? factsTogether(table, design) : applyingFacts(table, design).map(({ fact }) => fact)
  if (facts.length === 0) return null
  const names = together ? togetherVariables(design) : [...design.rows, ...design.columns]
  const lines = facts.map((fact) => {
    const levels = new Map(Object.entries(levelsOfFact(fact)))
    return [...names.map((name) => levels.get(name) ?? ''), String(fact.lower ?? ''), String(fact.upper ?? '')]
  })
  return [[...names, 'lower', 'upper'], ...lines].map((line) => `${line.map(quoted).join(',')}\n`).join('')
}

/** The lines of such a file, as the server reads them. */
export interface KnownLines {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The facts of a file, for a design with these rows. Throws when a bound is no whole number. */
export function factsOf({ columns, rows: lines }: KnownLines, rows: readonly string[]): readonly Fact[] {
  return lines.map((line, number) => {
    const filled = columns.map((name, k) => [name, line[k].trim()] as const).filter(([, text]) => text !== '')
    const levels = filled.filter(([name]) => name !== 'lower' && name !== 'upper')
    const bound = (name: string): number | null => {
      const text = filled.find(([own]) => own === name)?.[1]
      if (text === undefined) return null
      if (/^[+-]?\d+(\.0*)?$/.test(text)) return Number(text)
      throw new Error(`Known facts, line ${number + 2}, ${name}: a bound is a whole number, and this is none.`)
    }
    const column = levels.filter(([name]) => !rows.includes(name))
    return {
      row: Object.fromEntries(levels.filter(([name]) => rows.includes(name))),
      column: column.length === 0 ? null : Object.fromEntries(column),
      lower: bound('lower'),
      upper: bound('upper'),
    }
  })
}
