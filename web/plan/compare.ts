/** Two plans figure by figure, matched by the names of levels and queries: they may be of different specs. */

export interface PlannedFigure {
  readonly level: string
  /** What is counted there; the same in all of them where a plan has one figure at each level. */
  readonly query: string
  /** Half the width of the interval that holds the truth 19 times out of 20. */
  readonly margin: number
}

/** What two plans are compared by: some facts of the whole, as they are called and said, and every figure. */
export interface ComparedPlan {
  readonly whole: readonly (readonly [name: string, words: string])[]
  readonly figures: readonly PlannedFigure[]
}

export interface ComparedFigure {
  readonly level: string
  readonly query: string
  /** The margins; null where a plan has no such figure. */
  readonly here: number | null
  readonly there: number | null
}

export function comparedFigures(
  here: readonly PlannedFigure[],
  there: readonly PlannedFigure[],
): readonly ComparedFigure[] {
  const [mine, other] = [marginsOf(here), marginsOf(there)]
  return [...new Set([...mine.keys(), ...other.keys()])].map((key) => {
    const [level, query] = JSON.parse(key) as [string, string]
    return { level, query, here: mine.get(key) ?? null, there: other.get(key) ?? null }
  })
}

const marginsOf = (figures: readonly PlannedFigure[]): ReadonlyMap<string, number> =>
  new Map(figures.map(({ level, query, margin }) => [JSON.stringify([level, query]), margin]))

/** How the first plan does beside the other: "half as wide", in figures. */
export function ratioWords({ here, there }: ComparedFigure): string {
  if (here === null || there === null) return ''
  if (here === there) return 'the same'
  if (there === 0) return 'exact there'
  if (here === 0) return 'exact here'
  const change = Math.round(100 * (here / there - 1))
  if (change === 0) return 'the same'
  if (change > 100) return `${Number((here / there).toPrecision(2))} times wider`
  return change < 0 ? `${-change} % closer` : `${change} % wider`
}
