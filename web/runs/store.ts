/** Runs as the server reports them; a page that opens later sees the same. */
import { create } from 'zustand'
import { ask } from '../api.ts'

export interface RunPhase {
  readonly id: string
  readonly of?: string
  readonly within?: { readonly id: string; readonly nth: number; readonly of: number }
}

export interface RunState {
  readonly out: string
  readonly capability: string
  readonly spec: string
  readonly isRehearsal: boolean
  readonly startedAt: string
  readonly state: 'running' | 'stopped' | 'done' | 'failed'
  readonly phase: RunPhase | null
  readonly units: number
  readonly total: number | null
  readonly charged: boolean
  /** Seconds and loss of a search, as it went. */
  readonly best: readonly (readonly [number, number])[]
  readonly notes: readonly string[]
  readonly message: string | null
}

/** A run whose work is shared through a folder. */
export interface SharedRun {
  readonly folder: string
  readonly capability: string
  readonly startedAt: string
  readonly state: 'running' | 'finished' | 'cancelled'
  readonly steps: readonly { readonly step: string; readonly chunks: number; readonly done: number }[]
  readonly workers: number
  readonly parked: number
}

interface Runs {
  readonly runs: readonly RunState[]
  readonly shared: readonly SharedRun[]
}

export const useRuns = create<Runs>()(() => ({ runs: [], shared: [] }))

export async function loadRuns(): Promise<void> {
  const { runs } = await ask<{ runs: readonly RunState[] }>('runs/list')
  useRuns.setState({ runs })
}

export async function loadShared(): Promise<void> {
  const { runs } = await ask<{ runs: readonly SharedRun[] }>('runs/shared')
  useRuns.setState({ shared: runs })
}

export function noteRun(run: RunState): void {
  useRuns.setState(({ runs }) => ({
    runs: runs.some(({ out }) => out === run.out)
      ? runs.map((one) => (one.out === run.out ? run : one))
      : [run, ...runs],
  }))
}

export async function startRun(capability: string, spec: string, out: string, rehearse: boolean): Promise<void> {
  noteRun(await ask<RunState>('runs/start', { capability, spec, out, rehearse }))
}

export const stopRun = (out: string): Promise<unknown> => ask('runs/stop', { out })

export const enoughRun = (out: string): Promise<unknown> => ask('runs/enough', { out })

export async function resumeRun(out: string): Promise<void> {
  noteRun(await ask<RunState>('runs/resume', { out }))
}
