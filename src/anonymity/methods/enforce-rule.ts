/** Makes any classes meet the rules: a class that does not is joined with the one with which it loses least. */
import { badInput } from '../../request-error.ts'
import { widthOf } from '../points/class-box.ts'
import type { Points } from '../points/points.ts'
import type { ClassRule } from '../problem/sensitive-rules.ts'

export function enforceRule(points: Points, classes: readonly ArrayLike<number>[], rule: ClassRule): number[][] {
  const good: number[][] = []
  const bad: number[][] = []
  for (const list of classes) (rule.admits(list, 0, list.length) ? good : bad).push(Array.from(list))
  for (let next = bad.pop(); next !== undefined; next = bad.pop()) {
    const pool = good.length + bad.length
    if (pool === 0) throw badInput('Not even one class of all records meets the rules. Ask for less.')
    const partner = cheapestPartner(points, good, bad, next)
    const joined = [...next, ...partner]
    ;(rule.admits(joined, 0, joined.length) ? good : bad).push(joined)
  }
  return good
}

/** Takes out the class that loses least more when joined with the given one. */
function cheapestPartner(points: Points, good: number[][], bad: number[][], list: number[]): number[] {
  let [least, home, at] = [Infinity, good, 0]
  for (const pool of [good, bad]) {
    pool.forEach((other, t) => {
      const joined = [...list, ...other]
      const more = joined.length * widthOf(points, joined) - other.length * widthOf(points, other)
      if (more < least) [least, home, at] = [more, pool, t]
    })
  }
  const [partner] = home.splice(at, 1)
  return partner
}
