/** What a spec wants of its errors, beside what they are expected to be with equal shares and with its own: what fitted shares bought. */
import type { Spec } from '../../spec/index.ts'
import { wantedErrors } from './fit-goals.ts'
import type { SolvedRelease } from './solve-measured.ts'
import { planSolve, queryName } from './solve-plan.ts'
import { planTables } from './tables.ts'
import { propagatedErrors } from './uncertainty.ts'

export interface ComparedError {
  readonly level: string
  readonly query: string
  /** The weight or the target. */
  readonly value: number
  /** Expected at the first region of the level, from the noise alone. */
  readonly evenError: number
  readonly ownError: number
}

export interface WantedCompared {
  readonly kind: 'weights' | 'targets'
  readonly errors: readonly ComparedError[]
}

/** Of people and units; undefined where the spec wants nothing. */
export function wantedCompared({ file, tables, plans, hierarchy, solve }: SolvedRelease): WantedCompared | undefined {
  const { weights, targets } = file.spec.topdown ?? {}
  if (weights === undefined && targets === undefined) return undefined
  const even = tables.map((table) => ({ ...table, spec: withoutShares(table.spec) }))
  const evenPlans = planTables(even, hierarchy, false, plans[0].joint.request)
  const evenSolve = planSolve(file, even, evenPlans, hierarchy)
  const errors = tables.flatMap((table, t) => {
    const [before, now] = [evenSolve, solve].map((one) => propagatedErrors(hierarchy, one, t, table))
    return wantedErrors({ weights, targets }, table, plans[t], hierarchy).wanted.map(({ level, query, value }) => ({
      level: hierarchy.levels[level].name,
      query: queryName(table, query.name),
      value,
      evenError: before.of(level, 0, query, 0),
      ownError: now.of(level, 0, query, 0),
    }))
  })
  return { kind: targets === undefined ? 'weights' : 'targets', errors }
}

function withoutShares(spec: Spec): Spec {
  const workload = spec.workload.map(({ share: _, ...query }) => query)
  return { ...spec, workload, ...(spec.privacy && { privacy: { ...spec.privacy, levels: undefined } }) }
}
