/** Runs as the server reports them; a page that opens later sees the same. */
import { create } from 'zustand'
import type { RunState, SharedRun } from '../../src/server/answers.ts'
import { ask } from '../api.ts'

interface Runs {
  readonly runs: readonly RunState[]
  readonly shared: readonly SharedRun[]
}

export const useRuns = create<Runs>()(() => ({ runs: [], shared: [] }))

export async function loadRuns(): Promise<void> {
  const { runs } = await ask<{ runs: readonly RunState[] }>('runs/list')
  useRuns.setState(({ runs: known }) => ({ runs: runs.map((run) => laterOf(known, run)) }))
}

/** An end that was reported in the meantime is not taken back by a list from before it. */
function laterOf(known: readonly RunState[], run: RunState): RunState {
  const same = known.find(({ out, startedAt }) => out === run.out && startedAt === run.startedAt)
  return same !== undefined && same.state !== 'running' && run.state === 'running' ? same : run
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
