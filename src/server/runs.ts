/** Runs: started, watched, stopped and resumed. Pages come and go; the run goes on. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { linkOutOf } from '../files/index.ts'
import { capabilitiesOf, jobFrom, startRun } from '../jobs/index.ts'
import { badInput, clipped, RequestError } from '../request-error.ts'
import type { RunEvent, RunOptions } from '../run/index.ts'
import type { SpecFile } from '../spec/index.ts'
import type { RunState } from './answers.ts'
import type { Changes } from './changes.ts'
import type { OpenedFolder } from './opened-folder.ts'
import { isRunName, type RunRecord, readRecords, removeRecord, writeRecord } from './run-record.ts'
import { openSpecFile, storedSpecFile } from './spec-files.ts'

/** Milliseconds between two reports of one run. */
const PAUSE = 100

interface Live {
  state: RunState
  timer: NodeJS.Timeout | undefined
  readonly stop: AbortController
  readonly enough: AbortController
  /** Settled when the thread of the run is gone; undefined where none was started. */
  ended: Promise<void> | undefined
}

export interface StartRequest {
  readonly capability: RunRecord['capability']
  readonly spec: string
  readonly out: string
  readonly rehearse: boolean
}

export class Runs {
  readonly #folder: OpenedFolder
  readonly #changes: Changes
  readonly #runs = new Map<string, Live>()

  constructor(folder: OpenedFolder, changes: Changes) {
    this.#folder = folder
    this.#changes = changes
  }

  async list(): Promise<readonly RunState[]> {
    for (const record of await readRecords(this.#folder))
      if (!this.#runs.has(record.out)) this.#runs.set(record.out, idle(record))
    return [...this.#runs.values()].map(({ state }) => state).sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
  }

  async start({ capability, spec, out, rehearse }: StartRequest): Promise<RunState> {
    if (!isRunName(out))
      throw badInput('out: name a new folder with letters, digits, dashes and dots, such as release-2.')
    const at = await this.#place(out)
    if (existsSync(at)) throw badInput(`out: ${out} is there already and is not written over. Name another folder.`)
    const known = await this.list()
    if (known.some((run) => run.out === out && run.state !== 'failed'))
      throw new RequestError(
        'refused',
        `out: a run into ${out} was started already. Resume it, or name another folder.`,
      )
    const file = await openSpecFile(this.#folder, spec)
    checkCapability(file, capability, spec)
    const record: RunRecord = {
      format: 'tacet-run-1',
      capability,
      spec: { path: spec, text: file.text },
      out,
      seed: rehearse ? 'rehearsal' : null,
      startedAt: new Date().toISOString(),
    }
    await writeRecord(this.#folder, record)
    return this.#run(record, file, at)
  }

  async resume(out: string): Promise<RunState> {
    const record = (await readRecords(this.#folder)).find((one) => one.out === out)
    if (record === undefined) throw badInput(`There is no stopped run into ${out}.`)
    // A record is a file like any other: what it says is held to what a new run is held to.
    const file = await storedSpecFile(this.#folder, record.spec.path, record.spec.text)
    checkCapability(file, record.capability, record.spec.path)
    const at = await this.#place(out)
    if (this.#runs.get(out)?.state.state === 'running')
      throw new RequestError('refused', `The run into ${out} is under way.`)
    return this.#run(record, file, at)
  }

  /** Where a release is put. The folder that a stopped run left beside it is in the open folder too, with all that is in it. */
  async #place(out: string): Promise<string> {
    const at = await this.#folder.writable(out)
    const partial = `${at}.partial`
    const link = existsSync(partial) ? await linkOutOf(partial) : undefined
    if (link === undefined) return at
    throw badInput(
      `${out}.partial/${clipped(link)} is a link that leads out of that folder, and no run makes one. Remove it.`,
    )
  }

  /** Asks a run to stop at the next safe point. */
  stop(out: string): void {
    this.#runs.get(out)?.stop.abort()
  }

  /** Tells a search that what it has found will do. */
  enough(out: string): void {
    this.#runs.get(out)?.enough.abort()
  }

  /** Stops every run and waits until its thread is gone. */
  async close(): Promise<void> {
    const all = [...this.#runs.values()]
    for (const { stop } of all) stop.abort()
    await Promise.all(all.map(({ ended }) => ended))
  }

  #run(record: RunRecord, file: SpecFile, out: string): RunState {
    const job = jobFrom(file)
    const options: RunOptions = { out, ...(record.seed !== null && { seed: record.seed }) }
    const live = idle(record)
    live.state = { ...live.state, state: 'running', startedAt: new Date().toISOString() }
    this.#runs.set(record.out, live)
    const events = (event: RunEvent): void => {
      live.state = withEvent(live.state, event)
      this.#tell(live)
    }
    const { stop, enough } = live
    const started = startRun(record.capability, job, { options, events, signal: stop.signal, enough: enough.signal })
    live.ended = started.then(
      () => this.#end(live, { state: 'done' }),
      (error) => this.#end(live, endingOf(error)),
    )
    this.#tell(live)
    return live.state
  }

  async #end(live: Live, ending: Pick<RunState, 'state'> & Partial<RunState>): Promise<void> {
    live.state = { ...live.state, ...ending }
    const { state, out } = live.state
    // A failed run that has drawn keeps its record: what was charged can be resumed once the fault is mended.
    const hasFolder = existsSync(`${join(this.#folder.path, out)}.partial`)
    if (state === 'done' || (state === 'failed' && !hasFolder)) await removeRecord(this.#folder, out)
    clearTimeout(live.timer)
    live.timer = undefined
    this.#changes.tell({ kind: 'run', run: live.state })
  }

  #tell(live: Live): void {
    live.timer ??= setTimeout(() => {
      live.timer = undefined
      this.#changes.tell({ kind: 'run', run: live.state })
    }, PAUSE)
  }
}

function checkCapability(file: SpecFile, capability: RunRecord['capability'], name: string): void {
  if (!capabilitiesOf(file).includes(capability)) throw badInput(`${name} has no part for ${capability}.`)
}

function idle({ out, capability, spec, seed, startedAt }: RunRecord): Live {
  const nothing = { phase: null, units: 0, total: null, charged: false, best: [], notes: [], message: null }
  const asked = { out, capability, spec: spec.path, isRehearsal: seed !== null, startedAt }
  const [stop, enough] = [new AbortController(), new AbortController()]
  return { state: { ...asked, state: 'stopped', ...nothing }, timer: undefined, stop, enough, ended: undefined }
}

/** The text of an unknown error can hold what was read: it stays here. */
function endingOf(error: unknown): Pick<RunState, 'state'> & Partial<RunState> {
  if (error instanceof RequestError) return { state: 'failed', message: error.message }
  const name = error instanceof Error ? error.name : 'unknown'
  if (name === 'AbortError') return { state: 'stopped' }
  const message = `This is a fault in Tacet (${name}). The same job on the command line shows its details.`
  return { state: 'failed', message }
}

/** Points of a curve that are kept; the older half is thinned beyond that. */
const MOST_POINTS = 240

function thinned<T>(points: readonly T[]): readonly T[] {
  return points.length < MOST_POINTS ? points : points.filter((_, i) => i % 2 === 0)
}

function withEvent(state: RunState, event: RunEvent): RunState {
  switch (event.kind) {
    case 'phase': {
      const { kind: _, ...phase } = event
      return { ...state, phase, units: 0, total: phase.total ?? null }
    }
    case 'done':
      return { ...state, units: event.units, total: event.total ?? state.total }
    case 'best': {
      const seconds = (Date.now() - Date.parse(state.startedAt)) / 1000
      return { ...state, best: [...thinned(state.best), [seconds, event.value]] }
    }
    case 'charged':
      return { ...state, charged: true }
    case 'resumed':
      return { ...state, notes: [...state.notes, 'It resumed where it had stopped; nothing is charged twice.'] }
    case 'note':
      return { ...state, notes: [...state.notes, event.text] }
  }
}
