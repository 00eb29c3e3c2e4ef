/** The trees that levels are merged along: their nodes as sets of levels. */
import { ancestors } from '../../anonymity/index.ts'
import { EMPTY_LEVEL } from '../../bounds/index.ts'
import type { Database } from '../../data/index.ts'
import type { Variable } from '../../model/index.ts'
import { dayNumber } from '../../model/index.ts'
import { badInput } from '../../request-error.ts'
import { type HierarchyText, type HierarchyValues, hierarchyOf } from '../hierarchy.ts'

/** A node with the levels below it, by their places, rising. */
export interface LevelNode {
  readonly label: string
  readonly levels: readonly number[]
}

/** By variable; nodes with two levels or more, and not with all of them: that is the variable left out. */
export type LevelTrees = ReadonlyMap<string, readonly LevelNode[]>

export async function levelTrees(
  db: Database,
  hierarchies: readonly HierarchyText[],
  variables: readonly Variable[],
  mergeMissing: boolean,
): Promise<LevelTrees> {
  const trees = new Map<string, readonly LevelNode[]>()
  for (const text of hierarchies) {
    const { levels } = variables.find(({ name }) => name === text.column)!
    trees.set(text.column, await nodesOf(db, text, levels, mergeMissing && text.from === 'file'))
  }
  return trees
}

/** A missing value is merged only as a file says that has a line for it. */
async function nodesOf(
  db: Database,
  text: HierarchyText,
  levels: readonly string[],
  mergeMissing: boolean,
): Promise<readonly LevelNode[]> {
  const places = [...levels.keys()].filter((k) => mergeMissing || levels[k] !== EMPTY_LEVEL)
  const { tree, leafOf } = await hierarchyOf(
    db,
    text,
    valuesOf(
      text,
      places.map((k) => levels[k]),
    ),
  )
  const nodes = new Map<string, LevelNode>()
  ancestors(tree).forEach((line, depth) => {
    const below = new Map<number, number[]>()
    places.forEach((k, i) => {
      const node = line[leafOf[i]]
      below.set(node, [...(below.get(node) ?? []), k])
    })
    for (const [node, inside] of below) {
      const key = inside.join()
      if (inside.length < 2 || inside.length === levels.length || nodes.has(key)) continue
      nodes.set(key, { label: tree.labels[depth][node], levels: inside })
    }
  })
  return [...nodes.values()]
}

function valuesOf(text: HierarchyText, levels: readonly string[]): HierarchyValues {
  if (text.from === 'file' || text.from === 'prefix') return { kind: 'categorical', labels: levels }
  const dates = text.from === 'dates'
  const values = Float64Array.from(levels, (level) =>
    dates ? (dayNumber(level) ?? Number.NaN) : level === '' ? Number.NaN : Number(level),
  )
  const wrong = values.filter((value) => !Number.isFinite(value)).length
  if (wrong > 0)
    throw badInput(
      `\`hierarchies\` ${text.column}: ${wrong} of its ${levels.length} levels are no ${dates ? 'dates' : 'numbers'}.`,
    )
  return { kind: 'numeric', values, ...(dates && { dates: 'day' as const }) }
}
