/** The plan of group sizes as plain data: what `tacet plan --json` prints, and what a slider shows. */
import { formatRational, parseRational, type Rational, toNumber } from '../exact/index.ts'
import type { GroupPlan } from '../groups/index.ts'
import { type Budget, describeCost } from '../privacy/index.ts'
import { badField } from '../request-error.ts'

export interface GroupsBudget {
  readonly budget: Budget
  /** At which delta a rho is shown. */
  readonly delta: Rational | undefined
}

interface BudgetTexts {
  readonly epsilon?: string | undefined
  readonly rho?: string | undefined
  readonly delta?: string | undefined
}

/** `within`: where the fields stand. */
export function groupsBudget({ epsilon, rho, delta }: BudgetTexts, within: string): GroupsBudget {
  const field = (name: string): string => `${within}${name}`
  if ((epsilon === undefined) === (rho === undefined))
    throw badField(field('epsilon'), 'give the budget by either epsilon or rho.')
  const total = parseRational(epsilon ?? rho ?? '', field(epsilon === undefined ? 'rho' : 'epsilon'))
  if (total.num <= 0n)
    throw badField(
      field(epsilon === undefined ? 'rho' : 'epsilon'),
      'the budget must be above 0. Write a number such as 1 or 1/2.',
    )
  if (rho === undefined) return { budget: { kind: 'pure', epsilon: total }, delta: undefined }
  if (delta === undefined)
    throw badField(field('delta'), 'it is missing: with rho, say at which delta it is to be shown, as in 1e-10.')
  const at = parseRational(delta, field('delta'))
  if (!(at.num > 0n && at.num < at.den)) throw badField(field('delta'), 'delta lies between 0 and 1, as in 1e-10.')
  return { budget: { kind: 'zcdp', rho: total }, delta: at }
}

export interface PlannedGroups {
  readonly mechanism: string
  readonly words: string
  readonly neighbours: string
  readonly levels: readonly {
    readonly name: string
    readonly regions: number
    readonly share: string
    /** L1, of the vector that is measured. */
    readonly sensitivity: number
    /** The standard error to expect of a large count; order and non-negativity make that of a small one smaller. */
    readonly predictedError: number
  }[]
  readonly notPrivate: string | null
}

export function plannedGroups(plan: GroupPlan, delta: Rational | undefined): PlannedGroups {
  return {
    mechanism: plan.mechanism,
    words: describeCost(plan.cost, delta),
    neighbours: plan.neighbours,
    levels: plan.levels.map(({ name, regions, share, sensitivity, predictedError }) => ({
      name,
      regions,
      share: formatRational(share),
      sensitivity: toNumber(sensitivity.l1),
      predictedError,
    })),
    notPrivate: plan.notPrivate ?? null,
  }
}
