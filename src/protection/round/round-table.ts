/**
 * Controlled rounding: every value goes to a neighbouring multiple of a base, multiples stay, all totals keep adding up, and the sum of changes is
 * the least. Whole programs with 0 (down) or 1 (up) for every cell; on networks (two-way tables) their relaxation is whole by itself. Where
 * no such table exists (with three variables it need not), cells may go one multiple further at a price that keeps such steps few.
 *
 * Cox, "A constructive procedure for unbiased controlled rounding", JASA 82 (1987), 520-524; Salazar-Gonzalez and others, "Controlled rounding",
 * in the tau-ARGUS manual.
 */
import type { Equations } from '../../model/index.ts'
import { ModelBuilder, Solver } from '../../optimize/index.ts'

export interface RoundingProblem {
  /** Whole numbers. */
  readonly value: Float64Array
  readonly equations: Equations
  readonly base: number
}

export interface RoundedTable {
  readonly value: Float64Array
  /** Sum of the sizes of all changes, and what no rounding can go below. */
  readonly distance: number
  readonly bound: number
  /** Cells that went further than a neighbouring multiple. */
  readonly twoSteps: readonly number[]
}

export interface RoundingLimits {
  readonly seconds: number
  /** Relative; 0: the least distance is proved. */
  readonly gap: number
}

/** The rounded table; undefined when none was found within the limits. */
export async function roundTable(problem: RoundingProblem, limits: RoundingLimits): Promise<RoundedTable | undefined> {
  return (await tryRounding(problem, limits, 1)) ?? (await tryRounding(problem, limits, 2))
}

/** What going one multiple further costs, in bases. */
const FURTHER = 4

async function tryRounding(
  { value, equations, base }: RoundingProblem,
  { seconds, gap }: RoundingLimits,
  steps: 1 | 2,
): Promise<RoundedTable | undefined> {
  const model = new ModelBuilder()
  const below = value.map((x) => Math.floor(x / base))
  const columns = [...value.keys()].map((cell) => stepsOf(model, value[cell], base, steps))
  const { starts, members } = equations
  for (let e = 0; e + 1 < starts.length; e++) {
    const cells = members.subarray(starts[e], starts[e + 1])
    const signed = [...cells].map((cell, t) => [cell, t === 0 ? -1 : 1] as const)
    const side = -signed.reduce((sum, [cell, sign]) => sum + sign * below[cell], 0)
    if (!signed.some(([cell]) => columns[cell].length > 0)) {
      if (side !== 0) return undefined
      continue
    }
    model.startRow(side, side)
    for (const [cell, sign] of signed) for (const { column, by } of columns[cell]) model.entry(column, sign * by)
  }
  const built = model.build()
  const solver = new Solver()
  const outcome = await solver.solve(built, { timeLimit: seconds, relativeGap: gap, explain: false, presolve: 'off' })
  const best = outcome.status === 'optimal' ? outcome : outcome.status === 'stopped' ? outcome.best : null
  if (best === null) return undefined
  const rounded = Float64Array.from(value, (_, cell) =>
    columns[cell].reduce((x, { column, by }) => x + base * by * Math.round(best.x[column]), base * below[cell]),
  )
  const base0 = value.reduce((sum, x, cell) => sum + x - base * below[cell], 0)
  const bound = outcome.status === 'stopped' ? outcome.bound : best.objective
  return {
    value: rounded,
    distance: rounded.reduce((sum, x, cell) => sum + Math.abs(x - value[cell]), 0),
    bound: steps === 1 ? Math.max(0, bound + base0) : 0,
    twoSteps: [...value.keys()].filter((cell) => Math.abs(rounded[cell] - value[cell]) >= base),
  }
}

interface Step {
  readonly column: number
  readonly by: 1 | -1
}

/** Columns for one multiple up, and, if it must be, another one up or one down. A multiple of the base stays. */
function stepsOf(model: ModelBuilder, value: number, base: number, steps: 1 | 2): readonly Step[] {
  const over = value - base * Math.floor(value / base)
  if (over === 0) return []
  const up = { column: model.addInteger(0, 1, base - 2 * over), by: 1 } as const
  if (steps === 1) return [up]
  const more = { column: model.addInteger(0, 1, FURTHER * base), by: 1 } as const
  return value < base ? [up, more] : [up, more, { column: model.addInteger(0, 1, FURTHER * base), by: -1 }]
}
