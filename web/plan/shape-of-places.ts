/** A hierarchy from the shape of its places: their names play no part in a prediction. */
import type { Hierarchy } from '../../src/model/index.ts'

interface LevelShape {
  readonly name: string
  readonly size: number
  readonly parent: readonly number[]
}

export function hierarchyOf(levels: readonly LevelShape[]): Hierarchy {
  return {
    levels: levels.map(({ name, size, parent }, l) => {
      const below = levels[l + 1]
      const firstChild = new Int32Array(below === undefined ? 0 : size + 1)
      for (const one of below?.parent ?? []) firstChild[one + 1]++
      for (let i = 1; i < firstChild.length; i++) firstChild[i] += firstChild[i - 1]
      return {
        name,
        regions: Array.from({ length: size }, (_, i) => String(i)),
        parent: Int32Array.from(parent),
        firstChild,
      }
    }),
  }
}
