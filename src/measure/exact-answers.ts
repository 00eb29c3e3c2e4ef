/** Which released answers are exact, whatever was measured of them: their error is 0, and that of a query is that of one that is open. */
import type { Query } from '../model/index.ts'
import { type JointPlan, usesAt } from './joint-plan.ts'
import type { JointTableName } from './joint-tables.ts'

export type IsExact = (level: number, node: number, query: Query, answer: number) => boolean

export function exactAnswers(plan: JointPlan, table: JointTableName): IsExact {
  const known = new Map<string, Uint8Array>()
  return (level, node, query, answer) => {
    const shape = plan.shapes.shapeOf[level][node]
    const key = `${level} ${shape} ${query.name}`
    let exact = known.get(key)
    if (exact === undefined) {
      exact = Uint8Array.from(usesAt(plan, table, level, shape, query), (uses) => (uses === undefined ? 0 : 1))
      known.set(key, exact)
    }
    return exact[answer] === 1
  }
}

/** Places that are looked at for an answer that nothing fixes. */
const MOST_LOOKED_AT = 200

/** The first answer that is open at some of so many places; undefined where all are fixed. */
export function firstOpenAnswer(isExact: IsExact, level: number, places: number, query: Query): number | undefined {
  for (let node = 0; node < Math.min(places, MOST_LOOKED_AT); node++)
    for (let answer = 0; answer < query.answers; answer++) if (!isExact(level, node, query, answer)) return answer
  return undefined
}
