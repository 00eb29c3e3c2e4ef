/**
 * A plan that is open: a spec, what was moved in it, and what follows. The same for counts by place and for group sizes; each says how
 * its places are read, what a prediction is and what is written into the spec.
 */
import { type Remote, wrap } from 'comlink'
import { type TemporalState, temporal } from 'zundo'
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import type { Spec } from '../../src/spec/index.ts'
import type { SpecState } from '../answers.ts'
import { ask, RefusedError, wordsOf } from '../api.ts'
import type { SpecChange } from '../data/roles.ts'
import { type Changed, concerns, isAt, onFolderChange } from '../folder-changes.ts'
import { Latest } from '../parts/latest.ts'
import { isFileOf } from '../spec-paths.ts'

/** A plan to compare with. */
export interface KeptPlan<Settings, Answer> {
  /** How it is called: a spec, or when it was kept. */
  readonly name: string
  readonly answer: Answer
  /** What to go back to; null for another spec. */
  readonly settings: Settings | null
}

export interface OpenPlan<Places, Settings, Answer> {
  /** The spec that was asked for, before it is there too. */
  readonly path: string | null
  readonly spec: SpecState | null
  readonly places: Places | null
  /** As the file has it. */
  readonly saved: Settings | null
  readonly answer: Answer | null
  readonly kept: KeptPlan<Settings, Answer> | null
  /** What somebody else did to the spec while something was moved here. */
  readonly outside: 'changed' | 'removed' | null
  readonly fault: string | null
}

export interface PlannerOf<Places, Settings> {
  load(spec: Spec, places: Places): Settings
}

export interface PlanKind<Places, Settings, Answer, Planner extends PlannerOf<Places, Settings>> {
  startWorker(): Worker
  readPlaces(path: string): Promise<Places>
  predict(planner: Remote<Planner>, settings: Settings): Promise<Answer>
  /** What is written into the spec: only what was moved. */
  changes(spec: SpecState, places: Places, saved: Settings | null, settings: Settings): readonly SpecChange[]
  /** What was moved since `before`, put over what the file has now; null where it does not fit any more. */
  movedOver(now: Settings, mine: Settings, before: Settings): Settings | null
}

/** What was moved. */
export interface Moved<Settings> {
  readonly settings: Settings | null
}

type MovedStore<Settings> = UseBoundStore<StoreApi<Moved<Settings>>> & {
  temporal: StoreApi<TemporalState<Moved<Settings>>>
}

const EMPTY = {
  path: null,
  spec: null,
  places: null,
  saved: null,
  answer: null,
  kept: null,
  outside: null,
  fault: null,
} as const

export class PlanStore<Places, Settings, Answer, Planner extends PlannerOf<Places, Settings>> {
  readonly usePlan: UseBoundStore<StoreApi<OpenPlan<Places, Settings, Answer>>>
  /** What was moved, with its history. */
  readonly useSettings: MovedStore<Settings>
  readonly #kind: PlanKind<Places, Settings, Answer, Planner>
  readonly #latest = new Latest<'open' | 'other'>()
  #planner: Remote<Planner> | undefined
  #saving: Promise<void> = Promise.resolve()
  /** The settings that an answer was found for already, and those that wait for one. */
  #answered: Settings | null = null
  #waiting: Settings | null = null
  #isBusy = false

  constructor(kind: PlanKind<Places, Settings, Answer, Planner>) {
    this.#kind = kind
    this.usePlan = create<OpenPlan<Places, Settings, Answer>>()(() => EMPTY)
    this.useSettings = create<Moved<Settings>>()(
      temporal(() => ({ settings: null }) as Moved<Settings>, { limit: 200 }),
    )
    this.useSettings.subscribe(({ settings }) => {
      if (settings !== null && settings !== this.#answered) void this.#predict(settings)
    })
    onFolderChange((changed) => void this.#follow(changed).catch(() => {}))
  }

  /** Whether the file has everything as it is shown. */
  readonly useIsSaved = (): boolean => {
    const saved = this.usePlan((state) => state.saved)
    return this.useSettings(({ settings }) => settings === saved)
  }

  get planner(): Remote<Planner> {
    this.#planner ??= wrap<Planner>(this.#kind.startWorker())
    return this.#planner
  }

  readonly open = async (path: string): Promise<void> => {
    this.close()
    this.usePlan.setState({ path })
    await this.readAgain('discard')
  }

  readonly close = (): void => {
    this.#latest.ask('open') // what is still on its way is not wanted any more
    this.usePlan.setState(EMPTY)
    this.useSettings.setState({ settings: null })
  }

  /** Reads the files again; what was moved stays where it still fits, or is given up. Of several that were asked for the last one counts. */
  readonly readAgain = async (mine: 'keep' | 'discard'): Promise<void> => {
    const { path } = this.usePlan.getState()
    if (path === null) return
    const isWanted = this.#latest.ask('open')
    try {
      const { spec, places } = await this.#read(path)
      if (!isWanted()) return
      const saved = await this.#load(this.planner, spec, places)
      const settings = mine === 'keep' ? this.#movedOver(saved) : saved
      if (settings === null) return await this.#refuseMoved()
      const answer = await this.#kind.predict(this.planner, settings)
      if (!isWanted()) return
      this.#answered = settings
      this.usePlan.setState({ spec, places, saved, answer, outside: null, fault: null })
      this.useSettings.setState({ settings })
      if (settings === saved) this.useSettings.temporal.getState().clear()
    } catch (error) {
      if (isWanted()) this.usePlan.setState({ fault: wordsOf(error) })
    }
  }

  readonly save = (): Promise<void> => {
    this.#saving = this.#write()
    return this.#saving
  }

  /** Writes something else into the spec; what was moved stays moved. */
  readonly writePart = async (changes: readonly SpecChange[]): Promise<void> => {
    const { spec } = this.usePlan.getState()
    if (spec === null) return
    const { path, version } = spec
    const written = ask<SpecState>('specs/write', { path, version, changes })
    this.#saving = written.then(
      (next) => this.usePlan.setState({ spec: next }),
      () => {},
    )
    await written
    await this.readAgain('keep')
  }

  /** Writes the spec as it was read, where it was removed. */
  readonly putBack = async (): Promise<void> => {
    const { spec } = this.usePlan.getState()
    if (spec === null) return
    try {
      await ask<SpecState>('specs/write', { path: spec.path, version: 'none', text: spec.text })
      await this.readAgain('keep')
    } catch (error) {
      this.usePlan.setState({ fault: wordsOf(error) })
    }
  }

  /** Puts the plan as it is now beside what is moved next. */
  readonly keep = (): void => {
    const { answer } = this.usePlan.getState()
    const { settings } = this.useSettings.getState()
    if (answer !== null) this.usePlan.setState({ kept: { name: 'the kept plan', answer, settings } })
  }

  readonly stopComparing = (): void => this.usePlan.setState({ kept: null })

  /** Puts the plan as the file has it beside what was moved since. */
  readonly compareWithSaved = async (): Promise<void> => {
    const { saved, spec } = this.usePlan.getState()
    if (saved === null || spec === null) return
    const answer = await this.#kind.predict(this.planner, saved)
    this.usePlan.setState({ kept: { name: `${spec.path} as saved`, answer, settings: saved } })
  }

  /** Puts the plan of another spec beside the open one. */
  readonly compareWithSpec = async (path: string): Promise<void> => {
    const isWanted = this.#latest.ask('other')
    const worker = this.#kind.startWorker()
    const other = wrap<Planner>(worker)
    try {
      const { spec, places } = await this.#read(path)
      const answer = await this.#kind.predict(other, await this.#load(other, spec, places))
      if (isWanted()) this.usePlan.setState({ kept: { name: path, answer, settings: null }, fault: null })
    } catch (error) {
      if (isWanted()) this.usePlan.setState({ kept: null, fault: wordsOf(error) })
    } finally {
      worker.terminate()
    }
  }

  async #read(path: string): Promise<{ readonly spec: SpecState; readonly places: Places }> {
    const spec = await ask<SpecState>('specs/read', { path })
    if (spec.spec === null) throw new RefusedError(422, spec.fault ?? `${path} is empty.`)
    return { spec, places: await this.#kind.readPlaces(path) }
  }

  #load(into: Remote<Planner>, { spec }: SpecState, places: Places): Promise<Settings> {
    const load = into.load as unknown as (spec: Spec, places: Places) => Promise<Settings>
    return load(spec as unknown as Spec, places)
  }

  /** What was moved, over what the file has now; null where it does not fit any more. */
  #movedOver(now: Settings): Settings | null {
    const { saved } = this.usePlan.getState()
    const { settings } = this.useSettings.getState()
    return saved === null || settings === null || settings === saved ? now : this.#kind.movedOver(now, settings, saved)
  }

  /** The plan stays as it was read, with what was moved in it. */
  async #refuseMoved(): Promise<void> {
    const { path, spec, places } = this.usePlan.getState()
    if (spec !== null && places !== null) await this.#load(this.planner, spec, places)
    const fault = `${path} has other levels or queries now, and what you changed here does not fit them.`
    this.usePlan.setState({ outside: 'changed', fault })
  }

  /** Settings that were passed over in between are not computed. */
  async #predict(settings: Settings): Promise<void> {
    this.#waiting = settings
    if (this.#isBusy) return
    this.#isBusy = true
    while (this.#waiting !== null) {
      const next: Settings = this.#waiting
      this.#waiting = null
      try {
        this.usePlan.setState({ answer: await this.#kind.predict(this.planner, next), fault: null })
      } catch (error) {
        this.usePlan.setState({ fault: wordsOf(error) })
      }
    }
    this.#isBusy = false
  }

  async #write(): Promise<void> {
    const { spec, places, saved } = this.usePlan.getState()
    const { settings } = this.useSettings.getState()
    if (spec === null || settings === null || places === null) return
    const { path, version } = spec
    const changes = this.#kind.changes(spec, places, saved, settings)
    try {
      const next = await ask<SpecState>('specs/write', { path, version, changes })
      this.usePlan.setState({ spec: next, saved: settings, fault: null })
    } catch (error) {
      this.usePlan.setState({ fault: wordsOf(error) })
    }
  }

  /** Files changed outside: what is open is read again, unless that would take away what was moved. */
  async #follow(changed: Changed): Promise<void> {
    const { path, spec, kept } = this.usePlan.getState()
    if (kept?.settings === null && concerns(changed, isAt(kept.name))) void this.compareWithSpec(kept.name)
    if (path === null || !concerns(changed, isFileOf(path, spec?.spec))) return
    await this.#saving
    const now = await ask<SpecState>('specs/read', { path })
    const open = this.usePlan.getState()
    if (open.path !== path) return
    const isMoved = open.saved !== null && this.useSettings.getState().settings !== open.saved
    const isSame = now.version === open.spec?.version
    if (now.version === 'none') this.usePlan.setState({ outside: 'removed' })
    else if (!isSame && isMoved) this.usePlan.setState({ outside: 'changed' })
    else if (!isSame || open.outside !== null || concerns(changed, (one) => one !== path)) await this.readAgain('keep')
  }
}
