/** The lines of `answers`: which queries are answered at which level, and whether answers of 0 are listed with their errors. */
import type { CountsPart, Query } from '../../model/index.ts'
import { releasedQueries, sameQuery } from './calibrate.ts'
import { answersAt } from './released.ts'
import type { SolvedRelease } from './solve-measured.ts'
import { queryName } from './solve-plan.ts'
import { compileOf } from './tables.ts'

type Answered = Pick<SolvedRelease, 'tables' | 'hierarchy' | 'plans'>

export interface AnsweredQuery {
  readonly t: number
  readonly level: number
  readonly query: Query
  readonly name: string
}

/** The total and the workload at every level; what counts the cells themselves stands in their own table. */
export function answeredQueries(solved: Answered): readonly AnsweredQuery[] {
  const { tables, hierarchy } = solved
  return tables.flatMap((table, t) =>
    hierarchy.levels.flatMap((_, level) => {
      const detailed = compileOf(table, 'detailed')
      return releasedQueries(solved, table, t, level)
        .filter((query) => query.answers === 1 || !sameQuery(query, detailed))
        .map((query) => ({ t, level, query, name: queryName(table, query.name) }))
    }),
  )
}

/** More answers than this are listed without those that are 0. */
const MOST_WITH_ZEROS = 2_000_000

export function listsZeros(solved: Answered): boolean {
  const { levels } = solved.hierarchy
  const sizes = answeredQueries(solved).map(({ level, query }) => levels[level].regions.length * query.answers)
  return sizes.reduce((sum, size) => sum + size, 0) <= MOST_WITH_ZEROS
}

/** Place, answer and count of every line, place by place and in order; the first place is the one numbered `from`. */
export function answerLines({ from, histogram }: CountsPart, query: Query, zeros: boolean) {
  const nodes: number[] = []
  const answers: number[] = []
  const counts: number[] = []
  for (let node = 0; node + 1 < histogram.start.length; node++) {
    answersAt(histogram, node, query).forEach((count, answer) => {
      if (count === 0 && !zeros) return
      nodes.push(from + node)
      answers.push(answer)
      counts.push(count)
    })
  }
  return { nodes: Int32Array.from(nodes), answers: Int32Array.from(answers), counts: Float64Array.from(counts) }
}
