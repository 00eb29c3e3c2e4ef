/** Levels in another order than that of the data: the one in which they are published, and the natural one that a search merges along. */
import { EMPTY_LEVEL } from '../../bounds/index.ts'
import type { CountedTable, Variable } from '../../model/index.ts'
import { badField, badInput, clipped, listed, listedLevels } from '../../request-error.ts'
import { type LevelOrder, type Merge, orderText } from '../../spec/index.ts'

/**
 * The table with levels as they are published: those that an order lists, then the others as they stood. The levels are those after merging.
 * Throws when an order names a variable or a level that the table does not have.
 */
export function publishedOrder(table: CountedTable, orders: readonly LevelOrder[]): CountedTable {
  for (const order of orders) checkOrder(table.variables, order)
  return rearranged(
    table,
    table.variables.map(({ name, levels }) => {
      const first = orders.find(({ variable }) => variable === name)?.levels ?? []
      return { name, levels: [...new Set([...first, ...levels])] }
    }),
  )
}

function checkOrder(variables: readonly Variable[], { variable, levels }: LevelOrder): void {
  const field = `order.${variable}`
  const found = variables.find(({ name }) => name === variable)
  if (found === undefined) {
    const names = listed(variables.map(({ name }) => name))
    throw badField(field, `there is no variable "${clipped(variable)}" in this audit. It has: ${names}.`)
  }
  const known = new Set(found.levels)
  const unknown = levels.find((level) => !known.has(level))
  if (unknown !== undefined)
    throw badField(field, `"${clipped(variable)}" has no level "${clipped(unknown)}". ${listedLevels(found.levels)}.`)
}

/** The orders of levels that are merged further: a merged level stands where the first of its parts stood. */
export function orderAfter(
  published: readonly LevelOrder[],
  before: readonly Merge[],
  after: readonly Merge[],
): LevelOrder[] {
  return published.map(({ variable, levels }) => {
    const nameOf = (level: string): string => {
      const part = before.find((merge) => merge.variable === variable && merge.name === level)?.levels[0] ?? level
      return after.find((merge) => merge.variable === variable && merge.levels.includes(part))?.name ?? level
    }
    return { variable, levels: [...new Set(levels.map(nameOf))] }
  })
}

/** The table with levels in the orders given, missing values last unless the order names them. Throws when an order does not name each level once. */
export function orderLevels(table: CountedTable, orders: readonly LevelOrder[]): CountedTable {
  return rearranged(
    table,
    table.variables.map((variable) => orderedVariable(variable, orders)),
  )
}

/** The same table with the levels of its variables in another order. */
function rearranged(table: CountedTable, variables: readonly Variable[]): CountedTable {
  const codes = table.codes.map((column, v) => {
    const places = new Map(variables[v].levels.map((level, place) => [level, place]))
    const to = table.variables[v].levels.map((level) => places.get(level)!)
    return column.map((code) => to[code])
  })
  return { variables, codes, counts: table.counts }
}

function orderedVariable(variable: Variable, orders: readonly LevelOrder[]): Variable {
  const order = orders.find((o) => o.variable === variable.name)
  if (order === undefined) return variable
  const { name } = variable
  const levels = variable.levels.filter((level) => level !== EMPTY_LEVEL)
  const rest = levels.length < variable.levels.length && !order.levels.includes(EMPTY_LEVEL) ? [EMPTY_LEVEL] : []
  if (order.levels.length === 0) {
    if (levels.every((level) => level !== '' && Number.isFinite(Number(level))))
      return { name, levels: [...levels.toSorted((a, b) => Number(a) - Number(b)), ...rest] }
    throw badInput(
      `\`ordered\` ${name}: its levels are not numbers, so say their order${levels.length > 12 ? '' : `: \`ordered\` '${orderText({ variable: name, levels })}'`}.`,
    )
  }
  const sorted = [...order.levels, ...rest]
  const named = new Set(sorted)
  if (sorted.length !== variable.levels.length || !variable.levels.every((level) => named.has(level))) {
    throw badInput(`\`ordered\` ${name}: name each of its levels once, in order. ${listedLevels(levels)}.`)
  }
  return { name, levels: sorted }
}
