/** Vectors over the cells of every node of a tree: up by summing children, down by handing on to them. */
import type { Hierarchy } from '../../model/hierarchy.ts'

export interface TreeShape {
  readonly hierarchy: Hierarchy
  readonly cells: number
}

/** Every node above the leaves becomes the sum of its children. */
export function addLevels({ hierarchy, cells }: TreeShape, levels: readonly Float64Array[]): void {
  for (let level = levels.length - 1; level > 0; level--) {
    const [below, above] = [levels[level], levels[level - 1]]
    above.fill(0)
    eachChild(hierarchy, level, cells, (child, parent) => {
      for (let cell = 0; cell < cells; cell++) above[parent + cell] += below[child + cell]
    })
  }
}

/** Every node gets what stands at the nodes above it as well: the transpose. Returns the leaves. */
export function gatherLevels({ hierarchy, cells }: TreeShape, levels: readonly Float64Array[]): Float64Array {
  for (let level = 1; level < levels.length; level++) {
    const [below, above] = [levels[level], levels[level - 1]]
    eachChild(hierarchy, level, cells, (child, parent) => {
      for (let cell = 0; cell < cells; cell++) below[child + cell] += above[parent + cell]
    })
  }
  return levels[levels.length - 1]
}

/** Where each node of a level, and its parent, begin, `width` numbers a node. */
export function eachChild(
  { levels }: Hierarchy,
  level: number,
  width: number,
  visit: (child: number, parent: number) => void,
): void {
  const { firstChild } = levels[level - 1]
  for (let parent = 0; parent + 1 < firstChild.length; parent++) {
    for (let child = firstChild[parent]; child < firstChild[parent + 1]; child++) visit(child * width, parent * width)
  }
}
