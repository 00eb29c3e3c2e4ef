/** The counts that public tables and numbers give for every place and answer, by where they stand in the spec. */
import type { Database } from '../../data/index.ts'
import { factField } from '../../measure/index.ts'
import type { Hierarchy } from '../../model/index.ts'
import type { SpecFile } from '../../spec/index.ts'
import { compileFact } from './facts.ts'
import { allCells, type Table } from './tables.ts'

interface Request {
  readonly db: Database
  readonly file: SpecFile
  readonly tables: readonly Table[]
  readonly hierarchy: Hierarchy
}

export async function publicCounts({
  db,
  file,
  tables,
  hierarchy,
}: Request): Promise<ReadonlyMap<string, Float64Array>> {
  const found = new Map<string, Float64Array>()
  if (file.spec.topdown?.later !== undefined) return found // its facts speak of cells that are not released
  for (const { name, spec, schema, first } of tables)
    for (const [i, fact] of spec.public.entries()) {
      if (fact.exactly === undefined || fact.exactly === 'data' || fact.mode !== 'enforced') continue
      const cells = { schema, first, allCells: allCells(tables) }
      const field = factField(name, i)
      const compiled = await compileFact(fact, field, { db, file, hierarchy, cells, published: () => undefined, field })
      if (compiled.kind !== 'bound') continue
      const { answerOf, answers, lower, upper } = compiled
      const counted = new Set(answerOf)
      const isWhole = lower.every((count, at) => count === upper[at] || !counted.has(at % answers))
      if (isWhole) found.set(field, lower)
    }
  return found
}
