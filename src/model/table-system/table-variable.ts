/**
 * A variable of a table with totals: its codes, the total first, and what adds up to what. Several groupings of one variable need not nest
 * (regions by county and by size class): each is a list of groups, a code and the codes that it is the sum of.
 */
import { badInput, clipped } from '../../request-error.ts'

export interface CodeGroup {
  readonly parent: number
  readonly children: readonly number[]
}

export interface TableVariable {
  readonly name: string
  /** The total is the first. */
  readonly codes: readonly string[]
  readonly groups: readonly CodeGroup[]
}

/** One grouping, as people write it: a code and the code that it is a part of. */
export type CodeParents = ReadonlyMap<string, string>

/** Throws on a code with two parents in one grouping, on a loop, and on a code that leads to no total. */
export function tableVariable(name: string, total: string, groupings: readonly CodeParents[]): TableVariable {
  const codes = [...new Set([total, ...groupings.flatMap((parents) => [...parents.values(), ...parents.keys()])])]
  const indexOf = new Map(codes.map((code, i) => [code, i]))
  const groups = groupings.flatMap((parents) => {
    checkLeadsUp(name, total, parents)
    const children = new Map<string, number[]>()
    for (const [code, parent] of parents) {
      const list = children.get(parent)
      if (list === undefined) children.set(parent, [indexOf.get(code) as number])
      else list.push(indexOf.get(code) as number)
    }
    return [...children].map(([parent, list]) => ({ parent: indexOf.get(parent) as number, children: list }))
  })
  return { name, codes, groups: distinct(groups) }
}

function checkLeadsUp(name: string, total: string, parents: CodeParents): void {
  if (parents.has(total))
    throw badInput(`The codes of "${clipped(name)}": "${clipped(total)}" is the total, and a part of another code.`)
  for (const code of parents.keys()) {
    const seen = new Set([code])
    for (let at = parents.get(code); at !== total; at = parents.get(at)) {
      if (at === undefined)
        throw badInput(`The codes of "${clipped(name)}": "${clipped(code)}" is in no total. Give every code a parent.`)
      if (seen.has(at))
        throw badInput(`The codes of "${clipped(name)}": "${clipped(code)}" is a part of itself, in a circle.`)
      seen.add(at)
    }
  }
}

/** Two groupings may share a group: it is one equation. */
function distinct(groups: readonly CodeGroup[]): readonly CodeGroup[] {
  const seen = new Map(groups.map((group) => [`${group.parent}=${[...group.children].sort((a, b) => a - b)}`, group]))
  return [...seen.values()]
}
