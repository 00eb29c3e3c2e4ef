/** Suppresses single records of classes with more than k, where the rest gains more than the record costs. */
import { widthOf } from './box.ts'
import { listsOf } from './classes.ts'
import type { Points } from './points.ts'
import { type Classes, SUPPRESSED } from './problem.ts'
import type { ClassRule } from './sensitive.ts'

/** At most `most` more records suppressed, the greatest gains first; never dearer. */
export function suppressOutliers(points: Points, k: number, classOf: Classes, most: number, rule?: ClassRule): Classes {
  const result = classOf.slice()
  const lists = listsOf(classOf)
  const gains = lists.map((list) => bestGain(points, k, list, rule))
  for (let left = most; left > 0; left--) {
    let c = 0
    gains.forEach(({ gain }, t) => {
      if (gain > gains[c].gain) c = t
    })
    if (gains.length === 0 || gains[c].gain <= 1e-9) break
    const { record } = gains[c]
    result[record] = SUPPRESSED
    lists[c] = lists[c].filter((other) => other !== record)
    gains[c] = bestGain(points, k, lists[c], rule)
  }
  return result
}

function bestGain(points: Points, k: number, list: number[], rule?: ClassRule): { record: number; gain: number } {
  const best = { record: -1, gain: 0 }
  if (list.length <= k) return best
  const now = list.length * widthOf(points, list)
  for (const record of list) {
    const rest = list.filter((other) => other !== record)
    const gain = now - rest.length * widthOf(points, rest) - points.suppressionLoss
    if (gain <= best.gain || (rule !== undefined && !rule.admits(rest, 0, rest.length))) continue
    best.record = record
    best.gain = gain
  }
  return best
}
