/** The state of the plan of counts by place, of which a release may have two tables: people and units. */
import { create } from 'zustand'
import type { Spec } from '../../src/spec/index.ts'
import { ask } from '../api.ts'
import { planChanges } from './plan-changes.ts'
import { PlanStore } from './plan-store.ts'
import type { Places, PlanAnswer, PlanAnswers, Planner, PlanSettings, Settings, TableName } from './plan-types.ts'

export const planStore = new PlanStore<Places, PlanSettings, PlanAnswers, Planner>({
  startWorker: () => new Worker(new URL('./planner.worker.ts', import.meta.url), { type: 'module' }),
  readPlaces: (path) => ask<Places>('plans/places', { path }),
  predict: async (planner, { people, units }) => ({
    people: await planner.predict(people, 'people'),
    units: units && (await planner.predict(units, 'units')),
  }),
  changes: ({ spec }, { levels }, saved, { people, units }) => {
    const { privacy, units: own } = spec as unknown as Spec
    const names = levels.map(({ name }) => name)
    const inUnits = { names, isRho: own?.privacy.rho !== undefined, within: ['units'] }
    return [
      ...planChanges(saved?.people ?? null, people, { names, isRho: privacy?.rho !== undefined }),
      ...(units === null ? [] : planChanges(saved?.units ?? null, units, inUnits)),
    ]
  },
  movedOver: (now, mine, before) => {
    const people = movedTable(now.people, mine.people, before.people)
    if (people === null || (now.units === null) !== (mine.units === null)) return null
    if (now.units === null || mine.units === null || before.units === null) return { people, units: null }
    const units = movedTable(now.units, mine.units, before.units)
    return units && { people, units }
  },
})

/** What was moved in one table, over what the file has now. */
function movedTable(now: Settings, mine: Settings, before: Settings): Settings | null {
  if (now.levels.length !== mine.levels.length || now.queries?.length !== mine.queries?.length) return null
  const moved = <T>(name: (settings: Settings) => T): T =>
    String(name(mine)) === String(name(before)) ? name(now) : name(mine)
  return {
    total: moved(({ total }) => total),
    levels: moved(({ levels }) => levels),
    queries: moved(({ queries }) => queries),
  }
}

export const {
  usePlan,
  useSettings,
  useIsSaved,
  open: openPlan,
  save: savePlan,
  readAgain: readPlanAgain,
  writePart,
  putBack: putPlanBack,
  close: closePlan,
} = planStore

/** The table that is shown, and the figure that is selected in it. */
export interface Shown {
  readonly table: TableName
  readonly selected: { readonly level: number; readonly query: string } | null
}

export const useShown = create<Shown>()(() => ({ table: 'people', selected: null }))

// Another spec is shown from its people on.
usePlan.subscribe(({ path }, before) => {
  if (path !== before.path) useShown.setState({ table: 'people', selected: null })
})

export const showTable = (table: TableName): void => useShown.setState({ table, selected: null })

/** What follows for the table that is shown. */
export function useAnswer(): PlanAnswer | null {
  const table = useShown((state) => state.table)
  return usePlan(({ answer }) => answer?.[table] ?? null)
}

/** What was moved in it. */
export function useTableSettings(): Settings | null {
  const table = useShown((state) => state.table)
  return useSettings(({ settings }) => settings?.[table] ?? null)
}

/** Moves the table that is shown. */
export function changeSettings(next: Settings): void {
  const { settings } = useSettings.getState()
  if (settings !== null) useSettings.setState({ settings: { ...settings, [useShown.getState().table]: next } })
}

/** One prediction beside the shown one, of the same table. */
export const tryOut = (settings: Settings): Promise<PlanAnswer> =>
  planStore.planner.predict(settings, useShown.getState().table)
