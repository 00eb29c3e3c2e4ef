/** Which answers public facts fix at a place, so that they are exact whatever was measured. */
import type { Query } from '../../model/index.ts'
import { emptyClasses, type Implied } from '../../topdown/index.ts'
import type { Table } from './tables.ts'

export type FixedAnswers = (level: number, node: number, query: Query, answer: number) => boolean

/** An answer is fixed where it is a sum of counts that are: what other facts imply of it together is not looked for. */
export function fixedAnswers(
  { at, classOf, classes }: Pick<Implied, 'at' | 'classOf' | 'classes'>,
  { first }: Pick<Table, 'first'>,
): FixedAnswers {
  const classesOf = (query: Query, answer: number): ReadonlySet<number> | undefined => {
    const [inside, outside] = [new Set<number>(), new Set<number>()]
    query.answerOf.forEach((own, cell) => {
      const k = classOf[first + cell]
      if (k >= 0) (own === answer ? inside : outside).add(k)
    })
    for (const k of inside) if (outside.has(k)) return undefined
    return inside
  }
  const known = new Map<Query, Map<number, ReadonlySet<number> | undefined>>()
  return (level, node, query, answer) => {
    const ofQuery = known.get(query) ?? new Map<number, ReadonlySet<number> | undefined>()
    known.set(query, ofQuery)
    if (!ofQuery.has(answer)) ofQuery.set(answer, classesOf(query, answer))
    const wanted = ofQuery.get(answer)
    if (wanted === undefined) return false
    const { rows } = at(level, node)
    const empty = emptyClasses(rows, classes)
    const left = new Set([...wanted].filter((k) => empty[k] === 0))
    const exact = rows
      .filter((row) => row.fact >= 0 && row.lower === row.upper && row.coefficients === undefined)
      .map((row) => [...row.classes].filter((k) => empty[k] === 0))
      .sort((a, b) => b.length - a.length)
    for (const own of exact) if (own.every((k) => left.has(k))) for (const k of own) left.delete(k)
    return left.size === 0
  }
}
