/** The releases that are looked at together, in the words of a spec: "a,b" counts, "c|a,b" shares, "c|a,b@2" rounded shares. */
import { parseRelease, releaseText } from '../../src/spec/release-text.ts'
import type { CountedTable } from './bounds.ts'
import { type Fact, levelsOf, type TableDesign } from './design.ts'

/** The table of a design as a release; null where it is not published, or is no table yet. */
export function ownRelease({ rows, columns, published, decimals }: TableDesign): string | null {
  if (rows.length === 0 || columns.length === 0 || published === 'nothing') return null
  if (published === 'counts') return releaseText([...rows, ...columns], [])
  return releaseText(columns, rows, published === 'rounded' ? decimals : undefined)
}

/** All releases of a design, its own table first, none twice. */
export function releasesOf(design: TableDesign): readonly string[] {
  const own = ownRelease(design)
  return own === null ? design.releases : [own, ...design.releases.filter((text) => text !== own)]
}

/** Whether others than the table of the design are published too: it is then bounded by all of them together. */
export function isTogether(design: TableDesign): boolean {
  return releasesOf(design).length > 1 || (design.published === 'nothing' && design.releases.length > 0)
}

/** The variables that releases and cells of a design name, each once. */
export function togetherVariables(design: TableDesign): readonly string[] {
  const released = releasesOf(design).map(parseRelease)
  const named = released.flatMap(({ columns, given }) => [...columns, ...given])
  return [...new Set([...named, ...design.rows, ...design.columns])]
}

/** The levels that a fact speaks of, by variable. */
export function levelsOfFact({ row, column }: Fact): Readonly<Record<string, string>> {
  return { ...row, ...column }
}

/** The facts that speak of counts of these releases; others wait for a design that has their levels. */
export function factsTogether(table: CountedTable, design: TableDesign): readonly Fact[] {
  const names = togetherVariables(design)
  return design.known.filter((fact) =>
    Object.entries(levelsOfFact(fact)).every(
      ([name, level]) => names.includes(name) && levelsOf(table, design, name).some((own) => own.name === level),
    ),
  )
}

export function releaseWords(text: string): string {
  const { columns, given, decimals } = parseRelease(text)
  if (given.length === 0) return `counts by ${columns.join(', ')}`
  const rounded = decimals === undefined ? '' : `, ${decimals === 1 ? '1 decimal' : `${decimals} decimals`}`
  return `shares of ${columns.join(', ')} within ${given.join(', ')}${rounded}`
}

/** What is wrong with a release that is being typed; null where it is right, or where nothing was typed yet. */
export function releaseFault(text: string, known: readonly string[]): string | null {
  if (text.trim() === '') return null
  try {
    const { columns, given } = parseRelease(text.trim())
    const missing = [...columns, ...given].find((name) => !known.includes(name))
    return missing === undefined ? null : `There is no variable "${missing}" here. There are ${known.join(', ')}.`
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^releases: /, '') : String(error)
  }
}

/** The layout of the cells that a spec with several releases bounds, and how their own table is published, if it is. */
export function layoutOf(
  releases: readonly string[],
  cells: readonly string[],
): Pick<TableDesign, 'rows' | 'columns' | 'published' | 'releases'> & { readonly decimals: number | undefined } {
  const parsed = releases.map(parseRelease)
  const wanted = cells.length > 0 ? cells : [...new Set(parsed.flatMap(({ columns, given }) => [...given, ...columns]))]
  const own = parsed.find(({ columns, given }) => {
    const all = [...columns, ...given]
    return all.length === wanted.length && all.every((name) => wanted.includes(name))
  })
  const rest = releases.filter((text) => text !== own?.text)
  if (own !== undefined && own.given.length > 0)
    return {
      rows: own.given,
      columns: own.columns,
      published: own.decimals === undefined ? 'shares' : 'rounded',
      decimals: own.decimals,
      releases: rest,
    }
  const published = own === undefined ? 'nothing' : 'counts'
  return { rows: wanted.slice(0, -1), columns: wanted.slice(-1), published, decimals: undefined, releases: rest }
}
