/** The state of the plan view: a spec, what was moved in it, and what follows. */
import { type Remote, wrap } from 'comlink'
import { temporal } from 'zundo'
import { create } from 'zustand'
import type { Spec } from '../../src/spec/index.ts'
import type { SpecState } from '../answers.ts'
import { ask, RefusedError, wordsOf } from '../api.ts'
import type { OtherPlan, Places, PlanAnswer, Planner, Settings } from './plan-types.ts'
import { percentText } from './planner.ts'

export interface PlanState {
  readonly spec: SpecState | null
  readonly places: Places | null
  readonly saved: Settings | null
  readonly answer: PlanAnswer | null
  /** A plan to compare with. */
  readonly kept: OtherPlan | null
  readonly fault: string | null
  readonly selected: { readonly level: number; readonly query: string } | null
}

const EMPTY: PlanState = {
  spec: null,
  places: null,
  saved: null,
  answer: null,
  kept: null,
  fault: null,
  selected: null,
}

export const usePlan = create<PlanState>()(() => EMPTY)

/** What was moved, with its history. */
export const useSettings = create<{ readonly settings: Settings | null }>()(
  temporal(() => ({ settings: null }) as { readonly settings: Settings | null }, { limit: 200 }),
)

let planner: Remote<Planner> | undefined

function thePlanner(): Remote<Planner> {
  planner ??= wrap<Planner>(startWorker())
  return planner
}

function startWorker(): Worker {
  return new Worker(new URL('./planner.worker.ts', import.meta.url), { type: 'module' })
}

interface OpenedPlan {
  readonly spec: SpecState
  readonly places: Places
  readonly settings: Settings
}

async function loadPlan(path: string, into: Remote<Planner>): Promise<OpenedPlan> {
  const spec = await ask<SpecState>('specs/read', { path })
  if (spec.spec === null) throw new RefusedError(422, spec.fault ?? `${path} is empty.`)
  const places = await ask<Places>('plans/places', { path })
  return { spec, places, settings: await into.load(spec.spec as unknown as Spec, places) }
}

export async function openPlan(path: string): Promise<void> {
  usePlan.setState({ ...EMPTY })
  useSettings.setState({ settings: null })
  try {
    const { spec, places, settings } = await loadPlan(path, thePlanner())
    usePlan.setState({ spec, places, saved: settings })
    useSettings.setState({ settings })
    useSettings.temporal.getState().clear()
  } catch (error) {
    usePlan.setState({ fault: wordsOf(error) })
  }
}

/** Puts the plan of another spec beside the open one. */
export async function compareWithSpec(path: string): Promise<void> {
  const worker = startWorker()
  const other = wrap<Planner>(worker)
  try {
    const { settings } = await loadPlan(path, other)
    usePlan.setState({ kept: { name: path, answer: await other.predict(settings), settings: null }, fault: null })
  } catch (error) {
    usePlan.setState({ kept: null, fault: wordsOf(error) })
  } finally {
    worker.terminate()
  }
}

/** Puts the plan as the file has it beside what was moved since. */
export async function compareWithSaved(): Promise<void> {
  const { saved, spec } = usePlan.getState()
  if (saved === null || spec === null) return
  usePlan.setState({ kept: { name: `${spec.path} as saved`, answer: await tryOut(saved), settings: saved } })
}

let waiting: Settings | null = null
let busy = false

/** Predicts for the latest settings; those that were passed over in between are not computed. */
export async function predict(settings: Settings): Promise<void> {
  waiting = settings
  if (busy) return
  busy = true
  while (waiting !== null) {
    const next: Settings = waiting
    waiting = null
    try {
      usePlan.setState({ answer: await thePlanner().predict(next), fault: null })
    } catch (error) {
      usePlan.setState({ fault: wordsOf(error) })
    }
  }
  busy = false
}

/** One prediction beside the shown one. */
export const tryOut = (settings: Settings): Promise<PlanAnswer> => thePlanner().predict(settings)

export async function savePlan(): Promise<void> {
  const { spec, places } = usePlan.getState()
  const { settings } = useSettings.getState()
  if (spec === null || settings === null || places === null) return
  const named = (spec.spec as { privacy?: { rho?: unknown } } | null)?.privacy?.rho === undefined ? 'epsilon' : 'rho'
  const shares = Object.fromEntries(
    places.levels.map(({ name }, i) => [name, percentText(settings.levels[i])]).filter(([, share]) => share !== '0'),
  )
  const changes = [
    { path: ['privacy', named], value: settings.total },
    { path: ['privacy', 'levels'], value: shares },
    ...(settings.queries ?? []).map((percent, i) => ({ path: ['workload', i, 'share'], value: percentText(percent) })),
  ]
  try {
    const next = await ask<SpecState>('specs/write', { path: spec.path, version: spec.version, changes })
    usePlan.setState({ spec: next, saved: settings, fault: null })
  } catch (error) {
    usePlan.setState({ fault: wordsOf(error) })
  }
}
