/**
 * The names of the regions a leaf lies in, from any of the ways a geography is written down.
 */
import { badInput, clipped } from '../request-error.ts'

/** From one column per level: each region is called by its path, so that "Washington" in two states are two counties. */
export function pathFromColumns(values: readonly string[]): readonly string[] {
  const names: string[] = []
  for (const value of values) names.push(names.length === 0 ? value : `${names[names.length - 1]}/${value}`)
  return names
}

/**
 * From a table of regions and their parents (an empty parent: the region lies directly below the top), for every region
 * that is nobody's parent. A branch that ends early is carried down by copies of its last region, so all leaves stand in
 * the lowest level.
 */
export function pathsFromParents(region: readonly string[], parent: readonly string[]): Map<string, readonly string[]> {
  const parentOf = parentTable(region, parent)
  const hasChildren = new Set(parentOf.values())
  for (const name of region) climb(name, parentOf) // a circle has no leaf to be found from
  const paths = new Map<string, readonly string[]>()
  for (const leaf of region) if (!hasChildren.has(leaf)) paths.set(leaf, climb(leaf, parentOf))
  const depth = [...paths.values()].reduce((deepest, path) => Math.max(deepest, path.length), 0)
  for (const [leaf, path] of paths) paths.set(leaf, [...path, ...Array<string>(depth - path.length).fill(leaf)])
  return paths
}

function parentTable(region: readonly string[], parent: readonly string[]): Map<string, string> {
  const table = new Map<string, string>()
  region.forEach((name, i) => {
    const other = table.get(name)
    if (other !== undefined) {
      throw badInput(
        `region "${name}" is listed twice, below "${other}" and below "${parent[i]}". A region has one parent and one line.`,
      )
    }
    table.set(name, parent[i])
  })
  for (const [name, above] of table) {
    if (above !== '' && !table.has(above)) {
      throw badInput(`region "${name}" lies in "${above}", which has no line of its own. Add it, with its own parent.`)
    }
  }
  return table
}

function climb(leaf: string, parentOf: Map<string, string>): readonly string[] {
  const path = [leaf]
  for (let above = parentOf.get(leaf) as string; above !== ''; above = parentOf.get(above) as string) {
    if (path.includes(above)) throw cycle([...path.slice(path.indexOf(above)), above])
    path.push(above)
  }
  return path.reverse()
}

function cycle(names: readonly string[]): Error {
  return badInput(
    `The regions go round in a circle: ${names.slice(0, 12).map(clipped).join(' lies in ')}${names.length > 12 ? ' and so on' : ''}. One of these parents is wrong.`,
  )
}
