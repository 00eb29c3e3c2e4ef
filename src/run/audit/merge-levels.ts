import type { CountedTable, Variable } from '../../data/index.ts'
import { badInput } from '../../request-error.ts'
import type { Merge } from './audit-job.ts'

/** The table with some levels made one; a merged level stands where its first part stood. */
export function mergeLevels(table: CountedTable, merges: readonly Merge[]): CountedTable {
  const recodes = table.variables.map((variable) =>
    recode(
      variable,
      merges.filter((merge) => merge.variable === variable.name),
    ),
  )
  const codes = table.codes.map((column, v) => column.map((code) => recodes[v].codeOf[code]))
  return { variables: recodes.map(({ variable }) => variable), codes, counts: table.counts }
}

/** Throws when a merge names a variable or a level that is not there, or a level twice. */
export function checkMerges(variables: readonly Variable[], merges: readonly Merge[]): void {
  for (const { variable, name, levels } of merges) {
    const found = variables.find((v) => v.name === variable)
    if (found === undefined) {
      const known = variables.map((v) => v.name).join(', ')
      throw badInput(`merge "${name}": "${variable}" is not among the rows and columns (${known}).`)
    }
    for (const level of levels) {
      if (!found.levels.includes(level)) {
        throw badInput(
          `merge "${name}": "${variable}" has no level "${level}". Its levels are: ${found.levels.join(', ')}.`,
        )
      }
      const owner = merges.find(
        (other) => other.variable === variable && other.name !== name && other.levels.includes(level),
      )
      if (owner !== undefined)
        throw badInput(`The level "${level}" of "${variable}" is merged into "${name}" and into "${owner.name}".`)
    }
  }
}

function recode(
  { name, levels }: Variable,
  merges: readonly Merge[],
): { variable: Variable; codeOf: readonly number[] } {
  const names = levels.map((level) => merges.find((merge) => merge.levels.includes(level))?.name ?? level)
  const merged = [...new Set(names)]
  return { variable: { name, levels: merged }, codeOf: names.map((level) => merged.indexOf(level)) }
}

/** The natural order of a variable's levels, from first to last. */
export interface LevelOrder {
  readonly variable: string
  readonly levels: readonly string[]
}

/** `age:<25|25-55|>55`, or only `age` when its levels are numbers. */
export function parseOrder(text: string): LevelOrder {
  const [variable, levels = ''] = text.split(/:(.*)/s)
  return { variable: variable.trim(), levels: levels === '' ? [] : levels.split('|').map((level) => level.trim()) }
}

/** The table with levels in the orders given. Throws when an order does not name each level once. */
export function orderLevels(table: CountedTable, orders: readonly LevelOrder[]): CountedTable {
  const sorted = table.variables.map((variable) => orderedVariable(variable, orders))
  const codes = table.codes.map((column, v) => {
    const to = table.variables[v].levels.map((level) => sorted[v].levels.indexOf(level))
    return column.map((code) => to[code])
  })
  return { variables: sorted, codes, counts: table.counts }
}

function orderedVariable(variable: Variable, orders: readonly LevelOrder[]): Variable {
  const order = orders.find((o) => o.variable === variable.name)
  if (order === undefined) return variable
  const { name, levels } = variable
  if (order.levels.length === 0) {
    if (levels.every((level) => level !== '' && Number.isFinite(Number(level)))) return variable // numbers are in order already
    throw badInput(
      `--ordered ${name}: its levels are not numbers, so say their order: --ordered '${name}:${levels.join('|')}'.`,
    )
  }
  const stray =
    order.levels.find((level) => !levels.includes(level)) ?? levels.find((level) => !order.levels.includes(level))
  if (stray !== undefined || new Set(order.levels).size !== order.levels.length) {
    throw badInput(`--ordered ${name}: name each of its levels once, in order. They are: ${levels.join(', ')}.`)
  }
  return { name, levels: order.levels }
}
