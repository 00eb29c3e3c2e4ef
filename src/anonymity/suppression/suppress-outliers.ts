/** Suppresses single records of classes with more than k, where the rest gains more than the record costs. */
import { widthOf } from '../points/class-box.ts'
import { classesFromLists, listsOf } from '../points/class-lists.ts'
import type { Points } from '../points/points.ts'
import { type Classes, SUPPRESSED } from '../problem/problem.ts'
import type { ClassRule } from '../problem/sensitive-rules.ts'
import { fillSuppressed, type Gain, takeRecords } from './suppressed-class.ts'

/**
 * At most `most` more records suppressed, the greatest gains first. Dearer only where more must be suppressed for those
 * that already are to be a class; undefined when `most` does not suffice for that.
 */
export function suppressOutliers(
  points: Points,
  k: number,
  classOf: Classes,
  most: number,
  rule?: ClassRule,
): Classes | undefined {
  const gains = {
    leave: (list: readonly number[]) => bestGain(points, k, list, rule),
    dissolve: (list: readonly number[]) => list.length * (widthOf(points, list) - points.suppressionLoss),
  }
  const suppressed = Array.from(classOf.keys()).filter((record) => classOf[record] === SUPPRESSED)
  const start = { classes: listsOf(classOf), suppressed }
  const outliers = takeRecords(start, gains, (_, taken, gain) => taken === most || gain <= 1e-9)
  const left = most - (outliers.suppressed.length - suppressed.length)
  const filled = fillSuppressed(outliers, k, left, rule, gains)
  return filled && classesFromLists(points.n, filled.classes)
}

const NOBODY: Gain = { record: -1, gain: -Infinity }

function bestGain(points: Points, k: number, list: readonly number[], rule?: ClassRule): Gain {
  if (list.length <= k) return NOBODY
  let best = NOBODY
  const now = list.length * widthOf(points, list)
  for (const record of list) {
    const rest = list.filter((other) => other !== record)
    const gain = now - rest.length * widthOf(points, rest) - points.suppressionLoss
    if (gain <= best.gain || (rule !== undefined && !rule.admits(rest, 0, rest.length))) continue
    best = { record, gain }
  }
  return best
}
