/** Predicted errors of group sizes, from the pure rooms: what `tacet plan` prints, as fast as a slider moves. */
import { formatRational, parseRational, toNumberUp } from '../../src/exact/index.ts'
import { defaultMechanism, MECHANISM_FACTS, MECHANISMS, type MechanismName } from '../../src/groups/mechanism.ts'
import { planGroups } from '../../src/groups/plan.ts'
import { levelShares } from '../../src/measure/budget.ts'
import { groupsBudget, plannedGroups } from '../../src/measure/groups-plan.ts'
import { groupsPublishedExactly, groupsStatement } from '../../src/measure/groups-statement.ts'
import type { Hierarchy } from '../../src/model/index.ts'
import { asPure, asZcdp, epsilonOf, totalCost } from '../../src/privacy/index.ts'
import { readableLoss } from '../../src/privacy/readable-loss.ts'
import type { Spec } from '../../src/spec/index.ts'
import { hierarchyOf } from '../plan/shape-of-places.ts'
import type { GroupAnswer, GroupPlaces, GroupPlanner, GroupSettings } from './group-plan-types.ts'

interface Loaded {
  readonly spec: Spec
  readonly groups: NonNullable<Spec['groups']>
  readonly places: GroupPlaces
  readonly hierarchy: Hierarchy
}

export function newGroupPlanner(): GroupPlanner {
  let loaded: Loaded | undefined
  return {
    load: (spec, places) => {
      if (spec.groups === undefined) throw new Error('the spec has no groups')
      loaded = { spec, groups: spec.groups, places, hierarchy: hierarchyOf(places.levels) }
      return settingsOf(loaded)
    },
    predict: (settings) => {
      if (loaded === undefined) throw new Error('no plan is loaded')
      return predict(loaded, settings)
    },
  }
}

/** As the spec has them; what it leaves out is shared equally. */
function settingsOf({ spec: { privacy }, groups, places }: Loaded): GroupSettings {
  const names = places.levels.map(({ name }) => name)
  return {
    total: String(privacy?.epsilon ?? privacy?.rho ?? '1'),
    levels: levelShares(names, privacy?.levels).map(formatRational),
    mechanism: (groups.mechanism ?? defaultMechanism(groups.publicGroups)) as MechanismName,
  }
}

function predict({ spec, groups, places, hierarchy }: Loaded, settings: GroupSettings): GroupAnswer {
  const { publicGroups, largestQuantity } = groups
  const { rho, delta: shownAt } = spec.privacy ?? {}
  const total = rho === undefined ? { epsilon: settings.total } : { rho: settings.total }
  const given = { ...total, delta: shownAt === undefined ? undefined : String(shownAt) }
  const { budget, delta } = groupsBudget(given, 'privacy.')
  const plan = planGroups(
    { hierarchy, sizes: places.sizes },
    {
      mechanism: settings.mechanism,
      budget,
      shares: settings.levels.map((share) => parseRational(share)),
      publicGroups,
      largestQuantity,
    },
  )
  const planned = plannedGroups(plan, delta)
  const spent = totalCost(plan.cost)
  const known = { publicGroups, kind: budget.kind, largestQuantity, ...places }
  const epsilon = asPure(spent) ?? (delta === undefined ? undefined : epsilonOf(asZcdp(spent)!, delta))
  return {
    ...planned,
    words: readableLoss(planned.words),
    kind: budget.kind,
    epsilon: epsilon === undefined ? Number.NaN : toNumberUp(epsilon),
    sizes: places.sizes,
    mover: publicGroups === 'none' ? 'group' : 'person',
    publishedExactly: groupsPublishedExactly(known),
    statement: groupsStatement(known, plan).map(readableLoss),
    mechanisms: MECHANISMS.filter((name) => MECHANISM_FACTS[name].publicGroups.includes(publicGroups)),
  }
}
