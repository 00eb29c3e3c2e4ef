/** What is read back of a release to solve it again. */
import { join } from 'node:path'
import { type Database, fetchColumns, fileRelation } from '../data/index.ts'
import { buildHierarchy, type Hierarchy } from '../model/index.ts'
import type { Manifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'

/** The places as they are published: every leaf by the names of the regions it lies in. */
export async function publishedTree(
  db: Database,
  release: string,
  { outputs, cells }: Manifest,
  names: readonly string[],
): Promise<Hierarchy> {
  const file = outputs.find(({ name }) => /^regions\.(csv|parquet)$/.test(name))?.name
  if (file === undefined) throw badInput('the manifest lists no regions')
  const { sql } = await fileRelation(db, join(release, file), cells)
  const text = (column: string): string => `coalesce(cast(${column} as varchar), '')`
  const columns = ['level', 'region', 'parent'].map(text).join(', ')
  const [level, region, parent] = await fetchColumns(db, `select ${columns} from ${sql}`, ['text', 'text', 'text'])
  const above = new Map<string, readonly string[]>()
  const leaves: (readonly string[])[] = []
  level.forEach((name, i) => {
    const depth = names.indexOf(name)
    const path = depth <= 0 ? [] : [...(above.get(`${depth - 1} ${parent[i]}`) ?? []), region[i]]
    above.set(`${depth} ${region[i]}`, path)
    if (depth === names.length - 1) leaves.push(path)
  })
  const { levels } = buildHierarchy(names, leaves)
  // The top of group sizes has a name of its own, such as the country's.
  return { levels: [{ ...levels[0], regions: [region[level.indexOf(names[0])]] }, ...levels.slice(1)] }
}

/** A column as a number in SQL; NaN for what is none. */
export function numberOf(column: string): string {
  return `coalesce(try_cast(${column} as double), cast('nan' as double))`
}
