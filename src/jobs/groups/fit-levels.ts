/** `tacet plan --fit` for group sizes: shares of the levels from how much each matters. */
import { formatRational } from '../../exact/index.ts'
import { fitShares, type GroupFrame, type GroupOptions } from '../../groups/index.ts'
import { badInput, listed } from '../../request-error.ts'

export interface FittedLevels {
  readonly levels: readonly {
    readonly name: string
    readonly weight: number
    readonly share: string
    /** The standard error to expect of a large count: with equal shares, and with these. */
    readonly equalError: number
    readonly predictedError: number
  }[]
}

/** Levels that have no weight have 1. */
export function fitLevels(
  { hierarchy, sizes }: GroupFrame,
  options: GroupOptions,
  weights: Readonly<Record<string, number>>,
): FittedLevels {
  const names = hierarchy.levels.map(({ name }) => name)
  const stray = Object.keys(weights).find((name) => !names.includes(name))
  if (stray !== undefined) {
    throw badInput(`groups.weights: there is no level "${stray}". The levels are: ${listed(names)}.`)
  }
  const given = names.map((name) => (Object.hasOwn(weights, name) ? weights[name] : 1))
  const { shares: _, ...rest } = options
  const { shares, errors, equalErrors } = fitShares({ hierarchy, sizes }, rest, given)
  return {
    levels: names.map((name, l) => ({
      name,
      weight: given[l],
      share: formatRational(shares[l]),
      equalError: equalErrors[l],
      predictedError: errors[l],
    })),
  }
}
