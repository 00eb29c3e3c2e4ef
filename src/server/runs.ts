/** Runs: started, watched, stopped and resumed. Pages come and go; the run goes on. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { capabilities, capabilitiesOf } from '../jobs/index.ts'
import { badInput, RequestError } from '../request-error.ts'
import type { Phase, RunEvent, RunOptions } from '../run/index.ts'
import { parseSpec } from '../spec/index.ts'
import type { Changes } from './changes.ts'
import type { OpenedFolder } from './opened-folder.ts'
import { type RunRecord, readRecords, removeRecord, writeRecord } from './run-record.ts'
import type { RunMessage, RunRequest } from './run-worker.ts'
import { openSpecFile } from './spec-files.ts'

export interface RunState {
  readonly out: string
  readonly capability: string
  readonly spec: string
  /** Nothing is charged, and the release is stamped NOT PRIVATE. */
  readonly isRehearsal: boolean
  readonly startedAt: string
  readonly state: 'running' | 'stopped' | 'done' | 'failed'
  readonly phase: Phase | null
  readonly units: number
  readonly total: number | null
  readonly charged: boolean
  /** What a search has found: seconds since the start of the run, and the loss by then. */
  readonly best: readonly (readonly [number, number])[]
  readonly notes: readonly string[]
  readonly message: string | null
}

const WORKER = new URL('./run-worker.mjs', import.meta.url)
/** Milliseconds between two reports of one run. */
const PAUSE = 100

interface Live {
  state: RunState
  worker: Worker | undefined
  timer: NodeJS.Timeout | undefined
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
  readonly #worker: URL
  readonly #runs = new Map<string, Live>()

  constructor(folder: OpenedFolder, changes: Changes, worker: URL = WORKER) {
    this.#folder = folder
    this.#changes = changes
    this.#worker = worker
  }

  async list(): Promise<readonly RunState[]> {
    for (const record of await readRecords(this.#folder))
      if (!this.#runs.has(record.out)) this.#runs.set(record.out, idle(record))
    return [...this.#runs.values()].map(({ state }) => state).sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
  }

  async start({ capability, spec, out, rehearse }: StartRequest): Promise<RunState> {
    if (!/^[\w][\w .-]*$/.test(out) || out.endsWith('.partial'))
      throw badInput('out: name a new folder with letters, digits, dashes and dots, such as release-2.')
    const at = await this.#folder.writable(out)
    if (existsSync(at)) throw badInput(`out: ${out} is there already and is not written over. Name another folder.`)
    const known = await this.list()
    if (known.some((run) => run.out === out && run.state !== 'failed'))
      throw new RequestError(
        'refused',
        `out: a run into ${out} was started already. Resume it, or name another folder.`,
      )
    const file = await openSpecFile(this.#folder, spec)
    if (!capabilitiesOf(file).includes(capability)) throw badInput(`${spec} has no part for ${capability}.`)
    const record: RunRecord = {
      format: 'tacet-run-1',
      capability,
      spec: { path: spec, text: file.text },
      out,
      seed: rehearse ? 'rehearsal' : null,
      startedAt: new Date().toISOString(),
    }
    await writeRecord(this.#folder, record)
    return this.#run(record)
  }

  async resume(out: string): Promise<RunState> {
    const record = (await readRecords(this.#folder)).find((one) => one.out === out)
    if (record === undefined) throw badInput(`There is no stopped run into ${out}.`)
    if (this.#runs.get(out)?.worker !== undefined)
      throw new RequestError('refused', `The run into ${out} is under way.`)
    return this.#run(record)
  }

  /** Asks a run to stop at the next safe point. */
  stop(out: string): void {
    this.#runs.get(out)?.worker?.postMessage('stop')
  }

  /** Tells a search that what it has found will do. */
  enough(out: string): void {
    this.#runs.get(out)?.worker?.postMessage('enough')
  }

  /** Stops every run and waits until its thread is gone. */
  async close(): Promise<void> {
    const workers = [...this.#runs.values()].flatMap(({ worker }) => (worker === undefined ? [] : [worker]))
    await Promise.all(
      workers.map((worker) => {
        const gone = new Promise((resolve) => worker.once('exit', resolve))
        worker.postMessage('stop')
        return gone
      }),
    )
  }

  #run(record: RunRecord): RunState {
    const path = join(this.#folder.path, record.spec.path)
    const { text } = record.spec
    const job = capabilities[record.capability].fromSpec({ path, text, spec: parseSpec(text, record.spec.path) })
    const options: RunOptions = {
      out: join(this.#folder.path, record.out),
      ...(record.seed !== null && { seed: record.seed }),
    }
    const request: RunRequest = { capability: record.capability, job, options }
    const worker = new Worker(this.#worker, { workerData: request })
    const live: Live = { ...idle(record), worker }
    live.state = { ...live.state, state: 'running', startedAt: new Date().toISOString() }
    this.#runs.set(record.out, live)
    worker.on('message', (message: RunMessage) => void this.#hear(live, message))
    worker.on('error', () => void this.#hear(live, { kind: 'failed', message: 'The run ended by itself. Resume it.' }))
    worker.on('exit', () => {
      live.worker = undefined
      if (live.state.state === 'running') void this.#hear(live, { kind: 'stopped' })
    })
    this.#tell(live)
    return live.state
  }

  async #hear(live: Live, message: RunMessage): Promise<void> {
    const { state } = live
    if (message.kind === 'event') live.state = withEvent(state, message.event)
    else if (message.kind === 'failed') live.state = { ...state, state: 'failed', message: message.message }
    else live.state = { ...state, state: message.kind }
    if (message.kind === 'event') {
      this.#tell(live)
      return
    }
    // A failed run that has drawn keeps its record: what was charged can be resumed once the fault is mended.
    const partial = existsSync(`${join(this.#folder.path, state.out)}.partial`)
    if (message.kind === 'done' || (message.kind === 'failed' && !partial)) await removeRecord(this.#folder, state.out)
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

function idle({ out, capability, spec, seed, startedAt }: RunRecord): Live {
  const nothing = { phase: null, units: 0, total: null, charged: false, best: [], notes: [], message: null }
  const state: RunState = {
    out,
    capability,
    spec: spec.path,
    isRehearsal: seed !== null,
    startedAt,
    state: 'stopped',
    ...nothing,
  }
  return { state, worker: undefined, timer: undefined }
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
