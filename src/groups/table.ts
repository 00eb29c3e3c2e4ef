/**
 * How many groups of each size every region has: one flat array a level, region after region, sizes 1 to N.
 *
 * Fioretto, Van Hentenryck, Zhu, "Differential Privacy of Hierarchical Census Data", Artificial Intelligence 296
 * (2021), section 2: a group is the people of one unit, its size the sum of their quantities. Regions and N are
 * public.
 */
import type { Hierarchy } from '../model/hierarchy.ts'
import { emptyLayers, type Layers, sumUpward, type TreeShape, treeShape } from '../optimize/tree/tree-shape.ts'
import { badInput } from '../request-error.ts'

/** What is public before anything is counted. */
export interface GroupFrame {
  readonly hierarchy: Hierarchy
  /** The largest size, N. */
  readonly sizes: number
}

/** layers[level][region * sizes + size - 1] is a number of groups. */
export interface GroupTable extends GroupFrame {
  readonly layers: Layers
}

/** More sizes, or cells at the leaves, than this are refused: a cell takes 8 bytes in each of several arrays. */
export const MOST_SIZES = 10_000_000
export const MOST_CELLS = 2 ** 27

export function checkSizes(sizes: number): void {
  if (!Number.isInteger(sizes) || sizes < 1 || sizes > MOST_SIZES) {
    throw badInput(`The largest group size is ${sizes}. It must be a whole number from 1 to ${MOST_SIZES}.`)
  }
}

export function checkFrame({ hierarchy, sizes }: GroupFrame): void {
  checkSizes(sizes)
  const leaves = hierarchy.levels[hierarchy.levels.length - 1].regions.length
  if (leaves < 1) throw badInput('The hierarchy has no regions. It needs at least one at the lowest level.')
  if (leaves * sizes > MOST_CELLS) {
    throw badInput(
      `${leaves} regions of ${sizes} sizes are ${leaves * sizes} cells; at most ${MOST_CELLS} fit. ` +
        'Declare a smaller largest size, or coarser regions.',
    )
  }
}

export function shapeOf(hierarchy: Hierarchy): TreeShape {
  return treeShape(hierarchy.levels.slice(0, -1).map((level) => level.firstChild))
}

/** The table whose leaves have these counts, leaf after leaf. */
export function tableFromLeaves(frame: GroupFrame, leaves: Float64Array): GroupTable {
  const shape = shapeOf(frame.hierarchy)
  const layers = emptyLayers(shape, frame.sizes)
  const last = layers.length - 1
  if (leaves.length !== layers[last].length) {
    throw badInput(`${leaves.length} counts were given for ${layers[last].length} cells: one a leaf region and size.`)
  }
  layers[last].set(leaves)
  sumUpward(shape, layers, frame.sizes)
  return { hierarchy: frame.hierarchy, sizes: frame.sizes, layers }
}

/** Running sums over the sizes of each region: entry (r, s) counts the groups of size s or less (section 8). */
export function cumulate(counts: Float64Array, sizes: number): Float64Array {
  const out = counts.slice()
  for (let i = 0; i < out.length; i++) if (i % sizes !== 0) out[i] += out[i - 1]
  return out
}

/** The inverse of `cumulate`. */
export function differences(cumulative: Float64Array, sizes: number): Float64Array {
  const out = cumulative.slice()
  for (let i = out.length - 1; i > 0; i--) if (i % sizes !== 0) out[i] -= out[i - 1]
  return out
}

/** The number of groups of every region of a level. */
export function groupsByRegion(counts: Float64Array, sizes: number): Float64Array {
  const totals = new Float64Array(counts.length / sizes)
  for (let i = 0; i < counts.length; i++) totals[Math.floor(i / sizes)] += counts[i]
  return totals
}
