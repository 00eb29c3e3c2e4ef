/** Two data sets over a whole tree, made from what the derivation gives at one shape of places: they show that an answer is open. */

import type { JointPlan } from '../../../src/measure/joint-plan.ts'
import { leavesOf } from '../../../src/privacy/index.ts'
import { variable } from '../../../src/privacy/joint-facts.ts'
import type { Asked, SmallWorld } from './small-worlds.ts'

export interface TreeMove {
  readonly from: readonly number[]
  readonly to: readonly number[]
}

/** The counts that are strict everywhere, often enough, and the same after the move. */
export function embeddedMove(
  { classes, derived }: Pick<JointPlan, 'classes' | 'derived'>,
  world: SmallWorld,
  { level, node, cells }: Asked,
  shapeNumber: number,
): TreeMove {
  const { shape, tightness, all } = derived[level][shapeNumber]
  const places = leavesUnder(world, level, node)
  if (places.length !== leavesOf(shape)) throw new Error('the shape has other places than the tree')
  const isCounted =
    (own: number, wanted: boolean) =>
    (one: number, cell: number): boolean =>
      one === own && cells[cell] === wanted
  const counted = [...new Set(classes.classOf.filter((own, cell) => own >= 0 && cells[cell]))].filter(
    (own) => !all.isNever(own),
  )
  const parted = counted.find((own) => classes.classOf.some(isCounted(own, false)))
  const cellOf = [...classes.cellOf]
  const moves: (readonly [leaf: number, cell: number, by: number])[] = []
  if (parted === undefined) {
    for (const [at, by] of all.moveOf(counted))
      moves.push([Math.floor(at / classes.count), cellOf[at % classes.count], Number(by)])
  } else {
    // Of those of the class who are not counted, one becomes one who is.
    cellOf[parted] = classes.classOf.findIndex(isCounted(parted, false))
    moves.push([0, classes.classOf.findIndex(isCounted(parted, true)), 1], [0, cellOf[parted], -1])
  }
  const often = 100 * (1 + moves.reduce((sum, [, , by]) => sum + Math.abs(by), 0))
  const from = new Array<number>(world.leaves.length * world.cells).fill(0)
  places.forEach((place, leaf) => {
    cellOf.forEach((cell, own) => {
      from[place * world.cells + cell] = often * Number(tightness.interior[variable(classes, own, leaf)])
    })
  })
  const to = [...from]
  for (const [leaf, cell, by] of moves) to[places[leaf] * world.cells + cell] += by
  return { from, to }
}

/** A leaf below the node, and one below a sibling at each level from the top down that has one. */
function leavesUnder({ leaves }: SmallWorld, level: number, node: number): readonly number[] {
  const own = leaves.findIndex((leaf) => leaf[level] === node)
  const beside = Array.from({ length: level }, (_, above) => above + 1).map((depth) =>
    leaves.findIndex((leaf) => leaf[depth - 1] === leaves[own][depth - 1] && leaf[depth] !== leaves[own][depth]),
  )
  return [own, ...beside.filter((leaf) => leaf >= 0)]
}
