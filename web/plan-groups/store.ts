/** The state of a plan of group sizes: a spec, what was moved in it, and what follows. */
import { type Remote, wrap } from 'comlink'
import { temporal } from 'zundo'
import { create } from 'zustand'
import type { Spec } from '../../src/spec/index.ts'
import type { SpecState } from '../answers.ts'
import { ask, RefusedError, wordsOf } from '../api.ts'
import { Latest } from '../parts/latest.ts'
import { groupChanges } from './group-changes.ts'
import type { GroupAnswer, GroupPlaces, GroupPlanner, GroupSettings } from './group-plan-types.ts'

interface GroupPlanState {
  readonly spec: SpecState | null
  readonly places: GroupPlaces | null
  readonly saved: GroupSettings | null
  readonly answer: GroupAnswer | null
  readonly fault: string | null
}

const EMPTY: GroupPlanState = { spec: null, places: null, saved: null, answer: null, fault: null }

export const useGroupPlan = create<GroupPlanState>()(() => EMPTY)

/** What was moved, with its history. */
export const useGroupSettings = create<{ readonly settings: GroupSettings | null }>()(
  temporal(() => ({ settings: null }) as { readonly settings: GroupSettings | null }, { limit: 200 }),
)

export const change = (settings: GroupSettings): void => useGroupSettings.setState({ settings })

let planner: Remote<GroupPlanner> | undefined

function thePlanner(): Remote<GroupPlanner> {
  planner ??= wrap<GroupPlanner>(new Worker(new URL('./group-planner.worker.ts', import.meta.url), { type: 'module' }))
  return planner
}

const latest = new Latest<'open'>()

/** Opens a spec; of several that were asked for in a row the last one stays. */
export async function openGroupPlan(path: string): Promise<void> {
  const isWanted = latest.ask('open')
  useGroupPlan.setState(EMPTY)
  useGroupSettings.setState({ settings: null })
  try {
    const spec = await ask<SpecState>('specs/read', { path })
    if (spec.spec === null) throw new RefusedError(422, spec.fault ?? `${path} is empty.`)
    const places = await ask<GroupPlaces>('plans/groups', { path })
    if (!isWanted()) return
    const settings = await thePlanner().load(spec.spec as unknown as Spec, places)
    if (!isWanted()) return
    useGroupPlan.setState({ spec, places, saved: settings })
    useGroupSettings.setState({ settings })
    useGroupSettings.temporal.getState().clear()
  } catch (error) {
    if (isWanted()) useGroupPlan.setState({ fault: wordsOf(error) })
  }
}

let waiting: GroupSettings | null = null
let busy = false

/** Predicts for the latest settings; those that were passed over in between are not computed. */
export async function predictGroups(settings: GroupSettings): Promise<void> {
  waiting = settings
  if (busy) return
  busy = true
  while (waiting !== null) {
    const next: GroupSettings = waiting
    waiting = null
    try {
      useGroupPlan.setState({ answer: await thePlanner().predict(next), fault: null })
    } catch (error) {
      useGroupPlan.setState({ fault: wordsOf(error) })
    }
  }
  busy = false
}

export async function saveGroupPlan(): Promise<void> {
  const { spec, places, saved } = useGroupPlan.getState()
  const { settings } = useGroupSettings.getState()
  if (spec === null || settings === null || places === null) return
  const changes = groupChanges(saved, settings, { names: places.levels.map(({ name }) => name), isRho: isRho(spec) })
  try {
    const next = await ask<SpecState>('specs/write', { path: spec.path, version: spec.version, changes })
    useGroupPlan.setState({ spec: next, saved: settings, fault: null })
  } catch (error) {
    useGroupPlan.setState({ fault: wordsOf(error) })
  }
}

export const isRho = ({ spec }: SpecState): boolean =>
  (spec as { privacy?: { rho?: unknown } } | null)?.privacy?.rho !== undefined
