/** The state of a plan of group sizes. */
import type { SpecState } from '../answers.ts'
import { ask } from '../api.ts'
import { PlanStore } from '../plan/plan-store.ts'
import { groupChanges } from './group-changes.ts'
import type { GroupAnswer, GroupPlaces, GroupPlanner, GroupSettings } from './group-plan-types.ts'

export const isRho = ({ spec }: SpecState): boolean =>
  (spec as { privacy?: { rho?: unknown } } | null)?.privacy?.rho !== undefined

export const groupStore = new PlanStore<GroupPlaces, GroupSettings, GroupAnswer, GroupPlanner>({
  startWorker: () => new Worker(new URL('./group-planner.worker.ts', import.meta.url), { type: 'module' }),
  readPlaces: (path) => ask<GroupPlaces>('plans/groups', { path }),
  predict: (planner, settings) => planner.predict(settings),
  changes: (spec, { levels }, saved, settings) =>
    groupChanges(saved, settings, { names: levels.map(({ name }) => name), isRho: isRho(spec) }),
  movedOver: (now, mine, before) =>
    now.levels.length !== mine.levels.length
      ? null
      : {
          total: mine.total === before.total ? now.total : mine.total,
          levels: mine.levels.join() === before.levels.join() ? now.levels : mine.levels,
          mechanism: mine.mechanism === before.mechanism ? now.mechanism : mine.mechanism,
        },
})

export const {
  usePlan: useGroupPlan,
  useSettings: useGroupSettings,
  useIsSaved: useIsGroupPlanSaved,
  open: openGroupPlan,
  save: saveGroupPlan,
  readAgain: readGroupPlanAgain,
  putBack: putGroupPlanBack,
  close: closeGroupPlan,
} = groupStore

export const change = (settings: GroupSettings): void => useGroupSettings.setState({ settings })
