/**
 * Shares of what is spent. A query that is fixed needs no noise: its share goes to the other queries of its level, in proportion to
 * theirs; that of a level where every query is fixed goes to the other levels, in proportion to theirs. As long as one query is
 * not fixed, the shares sum to what the levels had together, exactly.
 */
import { divide, multiply, type Rational, sum, ZERO } from '../exact/index.ts'

interface Level<Q> {
  /** Of the whole budget. */
  readonly share: Rational
  readonly queries: readonly Q[]
}

interface SharedQuery {
  /** Of its level; above 0 where it is not fixed. */
  readonly share: Rational
  readonly fixed: boolean
}

/** The queries with their shares of the whole budget, level by level. */
export function spentShares<Q extends SharedQuery>(levels: readonly Level<Q>[]): readonly (readonly Q[])[] {
  const isFree = ({ fixed }: SharedQuery): boolean => !fixed
  const whole = sum(levels.map(({ share }) => share))
  const free = sum(levels.filter(({ queries }) => queries.some(isFree)).map(({ share }) => share))
  return levels.map((level) => {
    const own = sum(level.queries.filter(isFree).map(({ share }) => share))
    return level.queries.map((query) => {
      if (query.fixed) return { ...query, share: ZERO }
      const ofLevel = divide(query.share, own)
      return { ...query, share: multiply(ofLevel, divide(multiply(level.share, whole), free)) }
    })
  })
}
