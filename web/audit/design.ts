/** A table that may be published, in the words of the data; and as the engine takes it. */
import type { CountedTable, Design, KnownBound, Suggestion } from './bounds.ts'

export type Zone = 'rows' | 'columns' | 'out'
/** `nothing`: the table itself stays here, and others are published. */
export type PublishedAs = 'shares' | 'rounded' | 'counts' | 'nothing'

/** A level as it is published: its name, and the levels of the data that make it. */
export interface Level {
  readonly name: string
  readonly of: readonly string[]
}

/** What a reader knows of a cell, of a sum of cells of a row, or of a whole row where `column` is null: by the names of the levels. */
export interface Fact {
  readonly row: Readonly<Record<string, string>>
  readonly column: Readonly<Record<string, string>> | null
  readonly lower: number | null
  readonly upper: number | null
}

export interface TableDesign {
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  /** Only of variables whose levels were changed; the levels of the data otherwise. */
  readonly levels: Readonly<Record<string, readonly Level[]>>
  readonly published: PublishedAs
  readonly decimals: number
  readonly small: number
  readonly known: readonly Fact[]
  /** What else is published from the same data, in the words of a spec. */
  readonly releases: readonly string[]
}

export interface UsedVariable {
  readonly name: string
  readonly levels: readonly string[]
}

export const EMPTY_DESIGN: TableDesign = {
  rows: [],
  columns: [],
  levels: {},
  published: 'shares',
  decimals: 2,
  small: 5,
  known: [],
  releases: [],
}

export function levelsOf(table: CountedTable, design: Pick<TableDesign, 'levels'>, name: string): readonly Level[] {
  const own = design.levels[name]
  if (own !== undefined) return own
  const variable = table.variables.find((candidate) => candidate.name === name)
  return (variable?.levels ?? []).map((level) => ({ name: level, of: [level] }))
}

/** The variables of one side with the levels that a reader sees. */
export function sideOf(table: CountedTable, design: TableDesign, side: 'rows' | 'columns'): readonly UsedVariable[] {
  return design[side].map((name) => ({ name, levels: levelsOf(table, design, name).map((level) => level.name) }))
}

export function leftOut(table: CountedTable, design: TableDesign): readonly string[] {
  return table.variables
    .map(({ name }) => name)
    .filter((name) => !design.rows.includes(name) && !design.columns.includes(name))
}

/** How many rows (or columns) a side has. */
export function sizeOf(side: readonly UsedVariable[]): number {
  return side.reduce((product, { levels }) => product * levels.length, 1)
}

/** The levels of a row (or column) by its number: mixed radix, the last variable fastest. */
export function namesAt(side: readonly UsedVariable[], index: number): readonly string[] {
  const names = new Array<string>(side.length)
  let rest = index
  for (let v = side.length - 1; v >= 0; v--) {
    const { levels } = side[v]
    names[v] = levels[rest % levels.length]
    rest = Math.floor(rest / levels.length)
  }
  return names
}

function indexOf(side: readonly UsedVariable[], names: Readonly<Record<string, string>>): number | undefined {
  let index = 0
  for (const { name, levels } of side) {
    const at = levels.indexOf(names[name])
    if (at < 0) return undefined
    index = index * levels.length + at
  }
  return Object.keys(names).length === side.length ? index : undefined
}

/** The places that have these levels, whatever those of variables that are not named; undefined where a name is not there. */
function placesOf(side: readonly UsedVariable[], named: Readonly<Record<string, string>>): number[] | undefined {
  const names = new Map(Object.entries(named))
  const wanted = side.map(({ name }) => names.get(name))
  if (names.size > wanted.filter((level) => level !== undefined).length) return undefined
  const places = Array.from({ length: sizeOf(side) }, (_, index) => index).filter((index) =>
    namesAt(side, index).every((level, v) => (wanted[v] ?? level) === level),
  )
  return places.length === 0 ? undefined : places
}

export function namedAt(side: readonly UsedVariable[], index: number): Readonly<Record<string, string>> {
  const names = namesAt(side, index)
  return Object.fromEntries(side.map(({ name }, v) => [name, names[v]]))
}

export function engineDesign(table: CountedTable, design: TableDesign): Design {
  const used = (name: string): Design['rows'][number] => {
    const variable = table.variables.findIndex((candidate) => candidate.name === name)
    const own = design.levels[name]
    if (own === undefined) return { variable }
    const groups = table.variables[variable].levels.map((level) => own.findIndex((group) => group.of.includes(level)))
    return { variable, groups }
  }
  return { rows: design.rows.map(used), columns: design.columns.map(used) }
}

/** The facts that speak of this table; others wait for a design in which their row is there again. */
export function applyingFacts(table: CountedTable, design: TableDesign): readonly { fact: Fact; bound: KnownBound }[] {
  const rows = sideOf(table, design, 'rows')
  const columns = sideOf(table, design, 'columns')
  return design.known.flatMap((fact) => {
    const row = indexOf(rows, fact.row)
    const among = fact.column === null ? null : placesOf(columns, fact.column)
    if (row === undefined || among === undefined) return []
    const bound: KnownBound = {
      row,
      columns: among ?? undefined,
      lower: fact.lower ?? undefined,
      upper: fact.upper ?? undefined,
    }
    return [{ fact, bound }]
  })
}

/** The design that a suggestion stands for; merged levels keep the names they had where they are the same. */
export function suggestedDesign(
  table: CountedTable,
  before: TableDesign,
  { design }: Pick<Suggestion, 'design'>,
): TableDesign {
  const levels: Record<string, readonly Level[]> = {}
  const side = (part: Design['rows']): string[] =>
    part.map(({ variable, groups }) => {
      const { name, levels: original } = table.variables[variable]
      if (groups !== undefined) levels[name] = groupsOf(original, groups, before.levels[name] ?? [])
      return name
    })
  return { ...before, rows: side(design.rows), columns: side(design.columns), levels: { ...before.levels, ...levels } }
}

function groupsOf(original: readonly string[], groups: readonly number[], before: readonly Level[]): Level[] {
  const count = Math.max(...groups) + 1
  return Array.from({ length: count }, (_, group) => {
    const of = original.filter((_, level) => groups[level] === group)
    const same = before.find((level) => level.of.length === of.length && level.of.every((name) => of.includes(name)))
    return same ?? { name: of.join(' or '), of }
  })
}
