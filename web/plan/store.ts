/** The state of the plan view: a spec, what was moved in it, and what follows. */
import { type Remote, wrap } from 'comlink'
import { temporal } from 'zundo'
import { create } from 'zustand'
import type { Spec } from '../../src/spec/index.ts'
import type { SpecState } from '../answers.ts'
import { ask, RefusedError, wordsOf } from '../api.ts'
import { Latest } from '../parts/latest.ts'
import { planChanges } from './plan-changes.ts'
import type { OtherPlan, Places, PlanAnswer, Planner, Settings } from './plan-types.ts'

export interface PlanState {
  /** The spec that was asked for, before it is there too. */
  readonly path: string | null
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
  path: null,
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

interface ReadPlan {
  readonly spec: SpecState
  readonly places: Places
}

async function readPlan(path: string): Promise<ReadPlan> {
  const spec = await ask<SpecState>('specs/read', { path })
  if (spec.spec === null) throw new RefusedError(422, spec.fault ?? `${path} is empty.`)
  return { spec, places: await ask<Places>('plans/places', { path }) }
}

const load = (into: Remote<Planner>, { spec, places }: ReadPlan): Promise<Settings> =>
  into.load(spec.spec as unknown as Spec, places)

const latest = new Latest<'open'>()

/** Opens a spec; of several that were asked for in a row the last one stays. */
export async function openPlan(path: string): Promise<void> {
  const isWanted = latest.ask('open')
  usePlan.setState({ ...EMPTY, path })
  useSettings.setState({ settings: null })
  try {
    const read = await readPlan(path)
    if (!isWanted()) return
    const settings = await load(thePlanner(), read)
    if (!isWanted()) return
    usePlan.setState({ ...read, saved: settings })
    useSettings.setState({ settings })
    useSettings.temporal.getState().clear()
  } catch (error) {
    if (isWanted()) usePlan.setState({ fault: wordsOf(error) })
  }
}

/** Puts the plan of another spec beside the open one. */
export async function compareWithSpec(path: string): Promise<void> {
  const worker = startWorker()
  const other = wrap<Planner>(worker)
  try {
    const settings = await load(other, await readPlan(path))
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
  const { spec, places, saved } = usePlan.getState()
  const { settings } = useSettings.getState()
  if (spec === null || settings === null || places === null) return
  const isRho = (spec.spec as { privacy?: { rho?: unknown } } | null)?.privacy?.rho !== undefined
  const names = places.levels.map(({ name }) => name)
  const changes = planChanges(saved, settings, { names, isRho })
  try {
    const next = await ask<SpecState>('specs/write', { path: spec.path, version: spec.version, changes })
    usePlan.setState({ spec: next, saved: settings, fault: null })
  } catch (error) {
    usePlan.setState({ fault: wordsOf(error) })
  }
}
