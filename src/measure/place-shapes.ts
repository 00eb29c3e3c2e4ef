/** Which shapes of places a hierarchy has: at each level, whether a node and those above it have siblings. */
import type { Hierarchy } from '../model/index.ts'
import type { Shape } from '../privacy/index.ts'

export interface PlaceShapes {
  readonly byLevel: readonly (readonly Shape[])[]
  /** Of each node of a level, its shape's number there. */
  readonly shapeOf: readonly Int32Array[]
}

export function shapesOf({ levels }: Pick<Hierarchy, 'levels'>): PlaceShapes {
  const byLevel: Shape[][] = [[{ level: 0, siblings: [false] }]]
  const shapeOf: Int32Array[] = [new Int32Array(levels[0].regions.length)]
  for (let level = 1; level < levels.length; level++) {
    const { parent } = levels[level]
    const children = new Int32Array(levels[level - 1].regions.length)
    for (const above of parent) children[above]++
    const known = new Map<number, number>()
    const shapes: Shape[] = []
    const own = Int32Array.from(parent, (above) => {
      const key = 2 * shapeOf[level - 1][above] + (children[above] > 1 ? 1 : 0)
      let found = known.get(key)
      if (found === undefined) {
        found = shapes.length
        known.set(key, found)
        const { siblings } = byLevel[level - 1][shapeOf[level - 1][above]]
        shapes.push({ level, siblings: [...siblings, children[above] > 1] })
      }
      return found
    })
    byLevel.push(shapes)
    shapeOf.push(own)
  }
  return { byLevel, shapeOf }
}

/** As text, a digit per level. */
export function shapeWords({ siblings }: Shape): string {
  return siblings.map((some) => (some ? '1' : '0')).join('')
}
