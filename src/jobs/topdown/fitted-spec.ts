/** Fitted parts as a spec states them: `privacy.levels`, and the queries of the workload with a share at every level. */
import { formatRational, rational } from '../../exact/index.ts'
import { levelShares, type MeasurePlan, type PlannedMeasurement, queryShares } from '../../measure/index.ts'
import type { Hierarchy } from '../../model/index.ts'
import { compileQuery } from '../../model/index.ts'
import type { Spec } from '../../spec/index.ts'
import { compileSchema } from '../../spec/index.ts'

export interface SpecShares {
  readonly levels: Readonly<Record<string, string>>
  readonly workload: readonly { readonly query: string; readonly share: string; readonly levels: readonly string[] }[]
}

/** A query of the workload at a level, with what is planned for it. */
interface Asked {
  readonly query: string
  readonly measured: PlannedMeasurement | undefined
}

/** The workload, level by level; nothing at levels without a share. */
function askedByLevel(spec: Spec, { measurements }: MeasurePlan, { levels }: Hierarchy): readonly (readonly Asked[])[] {
  const names = levels.map(({ name }) => name)
  const schema = compileSchema(spec)
  const given = levelShares(names, spec.privacy?.levels)
  return names.map((name, level) => {
    if (given[level].num === 0n) return []
    return queryShares(spec.workload, name, names).map(({ query }) => {
      const { name: canonical } = compileQuery(schema, query)
      return { query, measured: measurements.find((m) => m.level === level && m.query.name === canonical) }
    })
  })
}

const isNoisy = ({ measured }: Asked): boolean => measured !== undefined && measured.noise !== 'exact'

/** The levels that are asked of and wholly fixed. They keep one part, which the other levels spend. */
export function wholeLevels(spec: Spec, plan: MeasurePlan, hierarchy: Hierarchy): readonly string[] {
  const asked = askedByLevel(spec, plan, hierarchy)
  return hierarchy.levels.flatMap(({ name }, level) =>
    asked[level].length > 0 && !asked[level].some(isNoisy) ? [name] : [],
  )
}

export function sharesOfParts(
  spec: Spec,
  plan: MeasurePlan,
  hierarchy: Hierarchy,
  parts: ReadonlyMap<PlannedMeasurement, number>,
): SpecShares {
  const asked = askedByLevel(spec, plan, hierarchy)
  const partOf = ({ measured }: Asked): number => (measured && parts.get(measured)) ?? 0
  const ofLevel = asked.map((queries) => queries.reduce((sum, one) => sum + partOf(one), 0))
  const own = ofLevel.map((part, level) => (part === 0 && asked[level].length > 0 ? 1 : part))
  const whole = own.reduce((sum, part) => sum + part, 0)
  const text = (part: number, of: number): string => formatRational(rational(BigInt(part), BigInt(of)))
  const shareOf = (one: Asked, level: number): string =>
    ofLevel[level] === 0 ? text(1, asked[level].length) : text(partOf(one), ofLevel[level])
  const levels = hierarchy.levels.flatMap(({ name }, l) => (own[l] === 0 ? [] : [[name, text(own[l], whole)] as const]))
  const queries = [...new Set(spec.workload.map(({ query }) => query))]
  const workload = queries.flatMap((query) => {
    const byShare = new Map<string, string[]>()
    hierarchy.levels.forEach(({ name }, level) => {
      const one = asked[level].find((other) => other.query === query)
      if (one === undefined) return
      const share = shareOf(one, level)
      byShare.set(share, [...(byShare.get(share) ?? []), name])
    })
    return [...byShare].map(([share, at]) => ({ query, share, levels: at }))
  })
  return { levels: Object.fromEntries(levels), workload }
}

export function specWithShares(spec: Spec, { levels, workload }: SpecShares): Spec {
  if (spec.privacy === undefined) return spec
  const asked = workload.map((entry) => ({ ...entry, levels: [...entry.levels] }))
  return { ...spec, privacy: { ...spec.privacy, levels: { ...levels } }, workload: asked }
}
