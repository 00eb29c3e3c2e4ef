/**
 * Tables with totals as cells and equations, and nothing else. A cell is known by one code of every variable (the total of each that a
 * table lacks), so that a cell of two tables is one cell. Hierarchies, groupings that do not nest and tables that share margins are only
 * more cells and more equations "total = sum of parts".
 */
import { badInput } from '../../request-error.ts'
import type { TableVariable } from './table-variable.ts'

/** Equation e is members[starts[e]] = sum of members[starts[e] + 1 .. starts[e + 1] - 1]. */
export interface Equations {
  readonly starts: Int32Array
  readonly members: Int32Array
}

export interface TableSystem {
  readonly variables: readonly TableVariable[]
  readonly cells: number
  /** codes[cell * variables.length + v]: an index into the codes of variable v. */
  readonly codes: Int32Array
  readonly equations: Equations
  /** The cell of these codes, one a variable; undefined where no table has it. */
  readonly cellOf: (codes: ArrayLike<number>) => number | undefined
}

/** Beyond this, cells would not fit beside what is computed of them. */
const MOST_CELLS = 4_000_000

/** `tables`: the variables of each, by their place in the list. */
export function tableSystem(variables: readonly TableVariable[], tables: readonly (readonly number[])[]): TableSystem {
  const indexOf = new Map<number, number>()
  const codes: number[] = []
  const strides = stridesOf(variables)
  for (const table of tables)
    eachCombination(variables, table, (combination) => {
      const key = keyOf(combination, strides)
      if (indexOf.has(key)) return
      if (indexOf.size === MOST_CELLS)
        throw badInput(
          `The tables have more than ${MOST_CELLS.toLocaleString('en')} cells. Leave out a variable or levels.`,
        )
      indexOf.set(key, indexOf.size)
      codes.push(...combination)
    })
  const cellOf = (combination: ArrayLike<number>): number | undefined => indexOf.get(keyOf(combination, strides))
  return {
    variables,
    cells: indexOf.size,
    codes: Int32Array.from(codes),
    equations: equationsOf(variables, tables, (combination) => cellOf(combination) as number),
    cellOf,
  }
}

function equationsOf(
  variables: readonly TableVariable[],
  tables: readonly (readonly number[])[],
  cellOf: (combination: ArrayLike<number>) => number,
): Equations {
  const starts = [0]
  const members: number[] = []
  const seen = new Set<string>()
  for (const table of tables)
    for (const v of table)
      variables[v].groups.forEach(({ parent, children }, g) => {
        const others = table.filter((other) => other !== v)
        eachCombination(variables, others, (combination) => {
          const at = Int32Array.from(combination)
          at[v] = parent
          const total = cellOf(at)
          const name = `${total}:${v}:${g}`
          if (seen.has(name)) return
          seen.add(name)
          members.push(total)
          for (const child of children) {
            at[v] = child
            members.push(cellOf(at))
          }
          starts.push(members.length)
        })
      })
  return { starts: Int32Array.from(starts), members: Int32Array.from(members) }
}

function stridesOf(variables: readonly TableVariable[]): readonly number[] {
  const strides: number[] = []
  let stride = 1
  for (const { codes } of variables) {
    strides.push(stride)
    stride *= codes.length
  }
  if (stride > Number.MAX_SAFE_INTEGER)
    throw badInput('The variables have more combinations than can be numbered. Leave out a variable or levels.')
  return strides
}

function keyOf(combination: ArrayLike<number>, strides: readonly number[]): number {
  let key = 0
  for (let v = 0; v < strides.length; v++) key += strides[v] * combination[v]
  return key
}

/** Every combination of codes of these variables, the others at their total. */
function eachCombination(
  variables: readonly TableVariable[],
  table: readonly number[],
  visit: (combination: readonly number[]) => void,
): void {
  const combination = variables.map(() => 0)
  const step = (t: number): void => {
    if (t === table.length) {
      visit(combination)
      return
    }
    for (let code = 0; code < variables[table[t]].codes.length; code++) {
      combination[table[t]] = code
      step(t + 1)
    }
    combination[table[t]] = 0
  }
  step(0)
}

/** How people name a cell: `activity = 24, size = tr2`; variables at their total are left out. */
export function cellName({ variables, codes }: TableSystem, cell: number): string {
  const parts = variables.flatMap(({ name, codes: names }, v) => {
    const code = codes[cell * variables.length + v]
    return code === 0 ? [] : [`${name} = ${names[code]}`]
  })
  return parts.length === 0 ? 'the total of all' : parts.join(', ')
}
