/** Two plans figure by figure, matched by the names of levels and queries: they may be of different specs. */
import type { PlanAnswer } from './plan-types.ts'
import { marginOf } from './plan-words.ts'

export interface ComparedFigure {
  readonly level: string
  readonly query: string
  /** Half the width of the interval that holds the truth 19 times out of 20; null where a plan has no such figure. */
  readonly here: number | null
  readonly there: number | null
}

export function comparedFigures(here: PlanAnswer, there: PlanAnswer): readonly ComparedFigure[] {
  const [mine, other] = [marginsOf(here), marginsOf(there)]
  return [...new Set([...mine.keys(), ...other.keys()])].map((key) => {
    const [level, query] = JSON.parse(key) as [string, string]
    return { level, query, here: mine.get(key) ?? null, there: other.get(key) ?? null }
  })
}

function marginsOf({ cells, levels }: PlanAnswer): ReadonlyMap<string, number> {
  return new Map(cells.map((cell) => [JSON.stringify([levels[cell.level].name, cell.query]), marginOf(cell)]))
}

/** How the first plan does beside the other: "half as wide", in figures. */
export function ratioWords({ here, there }: ComparedFigure): string {
  if (here === null || there === null) return ''
  if (here === there) return 'the same'
  if (there === 0) return 'exact there'
  if (here === 0) return 'exact here'
  const change = Math.round(100 * (here / there - 1))
  if (change === 0) return 'the same'
  return change < 0 ? `${-change} % closer` : `${change} % wider`
}
