import type { RecodedVariable } from '../../data/index.ts'
import type { CountedTable, Variable } from '../../model/index.ts'
import { badInput, clipped, listedLevels } from '../../request-error.ts'
import type { Merge } from '../../spec/index.ts'

/** What becomes of the levels of each variable; a merged level stands where its first part stood. */
export function mergedVariables(variables: readonly Variable[], merges: readonly Merge[]): readonly RecodedVariable[] {
  return variables.map((variable) =>
    recode(
      variable,
      merges.filter((merge) => merge.variable === variable.name),
    ),
  )
}

/** The table with some levels made one. */
export function mergeLevels(table: CountedTable, merges: readonly Merge[]): CountedTable {
  const recodes = mergedVariables(table.variables, merges)
  const codes = table.codes.map((column, v) => column.map((code) => recodes[v].codeOf[code]))
  return { variables: recodes.map(({ variable }) => variable), codes, counts: table.counts }
}

/** Throws when a merge names a variable or a level that is not there, a level twice, or itself after a level that keeps its name. */
export function checkMerges(variables: readonly Variable[], merges: readonly Merge[]): void {
  const owners = new Map<string, string>()
  for (const { variable, name, levels } of merges) {
    const found = variables.find((v) => v.name === variable)
    if (found === undefined) {
      const known = variables.map((v) => v.name).join(', ')
      throw badInput(`merge "${name}": "${variable}" is not among the rows and columns (${known}).`)
    }
    const known = new Set(found.levels)
    for (const level of levels) {
      if (!known.has(level)) {
        throw badInput(
          `merge "${name}": "${variable}" has no level "${clipped(level)}". ${listedLevels(found.levels)}.`,
        )
      }
      const key = JSON.stringify([variable, level])
      const owner = owners.get(key) ?? name
      if (owner !== name)
        throw badInput(`The level "${level}" of "${variable}" is merged into "${owner}" and into "${name}".`)
      owners.set(key, name)
    }
  }
  for (const { variable, name } of merges) {
    const levels = variables.find((v) => v.name === variable)?.levels ?? []
    if (levels.includes(name) && !owners.has(JSON.stringify([variable, name]))) {
      throw badInput(
        `merge "${name}": "${variable}" has a level of this name that is merged nowhere. Take another name, or merge it too.`,
      )
    }
  }
}

function recode({ name, levels }: Variable, merges: readonly Merge[]): RecodedVariable {
  const into = new Map(merges.flatMap((merge) => merge.levels.map((level) => [level, merge.name])))
  const names = levels.map((level) => into.get(level) ?? level)
  const merged = [...new Set(names)]
  const codes = new Map(merged.map((level, code) => [level, code]))
  return { variable: { name, levels: merged }, codeOf: names.map((level) => codes.get(level)!) }
}
