/** The state of the plan view: a spec, what was moved in it, and what follows. */
import { type Remote, wrap } from 'comlink'
import { temporal } from 'zundo'
import { create } from 'zustand'
import type { Spec } from '../../src/spec/index.ts'
import type { SpecState } from '../answers.ts'
import { ask, RefusedError, wordsOf } from '../api.ts'
import { Latest } from '../parts/latest.ts'
import { planChanges } from './plan-changes.ts'
import type { OtherPlan, Places, PlanAnswer, Planner, PlanSettings, Settings, TableName } from './plan-types.ts'

export interface PlanState {
  /** The spec that was asked for, before it is there too. */
  readonly path: string | null
  readonly spec: SpecState | null
  readonly places: Places | null
  readonly saved: PlanSettings | null
  /** The table that is shown, and what follows for it. */
  readonly table: TableName
  readonly answer: PlanAnswer | null
  readonly answers: Readonly<Record<TableName, PlanAnswer | null>>
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
  table: 'people',
  answer: null,
  answers: { people: null, units: null },
  kept: null,
  fault: null,
  selected: null,
}

export const usePlan = create<PlanState>()(() => EMPTY)

/** What was moved, with its history. */
export const useSettings = create<{ readonly settings: PlanSettings | null }>()(
  temporal(() => ({ settings: null }) as { readonly settings: PlanSettings | null }, { limit: 200 }),
)

/** Moves the table that is shown. */
export function changeSettings(next: Settings): void {
  const { settings } = useSettings.getState()
  if (settings !== null) useSettings.setState({ settings: { ...settings, [usePlan.getState().table]: next } })
}

export function showTable(table: TableName): void {
  usePlan.setState(({ answers }) => ({ table, answer: answers[table], selected: null, kept: null }))
}

/** Whether the file has everything as it is shown. */
export function useIsSaved(): boolean {
  const saved = usePlan((state) => state.saved)
  return useSettings(({ settings }) => settings === saved)
}

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

const load = (into: Remote<Planner>, { spec, places }: ReadPlan): Promise<PlanSettings> =>
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
    const { table } = usePlan.getState()
    const settings = (await load(other, await readPlan(path)))[table]
    if (settings === null) throw new Error(`${path} has no units. Compare it with the people.`)
    usePlan.setState({
      kept: { name: path, answer: await other.predict(settings, table), settings: null },
      fault: null,
    })
  } catch (error) {
    usePlan.setState({ kept: null, fault: wordsOf(error) })
  } finally {
    worker.terminate()
  }
}

/** Puts the plan as the file has it beside what was moved since. */
export async function compareWithSaved(): Promise<void> {
  const { saved, spec, table } = usePlan.getState()
  const settings = saved?.[table] ?? null
  if (settings === null || spec === null) return
  usePlan.setState({ kept: { name: `${spec.path} as saved`, answer: await tryOut(settings), settings } })
}

let waiting: PlanSettings | null = null
let busy = false

/** Predicts for the latest settings; those that were passed over in between are not computed. */
export async function predict(settings: PlanSettings): Promise<void> {
  waiting = settings
  if (busy) return
  busy = true
  while (waiting !== null) {
    const next: PlanSettings = waiting
    waiting = null
    try {
      const people = await thePlanner().predict(next.people, 'people')
      const units = next.units && (await thePlanner().predict(next.units, 'units'))
      const answers = { people, units }
      usePlan.setState(({ table }) => ({ answers, answer: answers[table], fault: null }))
    } catch (error) {
      usePlan.setState({ fault: wordsOf(error) })
    }
  }
  busy = false
}

/** One prediction beside the shown one, of the same table. */
export const tryOut = (settings: Settings): Promise<PlanAnswer> =>
  thePlanner().predict(settings, usePlan.getState().table)

export async function savePlan(): Promise<void> {
  const { spec, places, saved } = usePlan.getState()
  const { settings } = useSettings.getState()
  if (spec === null || settings === null || places === null) return
  const { privacy, units } = spec.spec as unknown as Spec
  const names = places.levels.map(({ name }) => name)
  const changes = [
    ...planChanges(saved?.people ?? null, settings.people, { names, isRho: privacy?.rho !== undefined }),
    ...(settings.units === null
      ? []
      : planChanges(saved?.units ?? null, settings.units, {
          names,
          isRho: units?.privacy.rho !== undefined,
          within: ['units'],
        })),
  ]
  try {
    const next = await ask<SpecState>('specs/write', { path: spec.path, version: spec.version, changes })
    usePlan.setState({ spec: next, saved: settings, fault: null })
  } catch (error) {
    usePlan.setState({ fault: wordsOf(error) })
  }
}
