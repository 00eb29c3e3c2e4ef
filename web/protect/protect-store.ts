/** The table that is open, what was moved, and the pattern that follows; only the answer to the last question counts. */
import { type Remote, wrap } from 'comlink'
import { create } from 'zustand'
import { tableSystem } from '../../src/model/index.ts'
import { wordsOf } from '../api.ts'
import { Latest } from '../parts/latest.ts'
import type { Pattern, ProtectEngine, ProtectPreview, Trial } from './protect-types.ts'
import type { Grid } from './protect-words.ts'

interface Showing {
  readonly cell: number
  /** What publishing it takes: a pattern without it, or why there is none; null while it is looked for. */
  readonly without: Pattern | string | null
}

interface Open {
  readonly preview: ProtectPreview | null
  readonly grid: Grid | null
  readonly trial: Trial | null
  readonly pattern: Pattern | null
  readonly selected: number | null
  readonly showing: Showing | null
  readonly fault: string | null
}

const NOTHING: Open = {
  preview: null,
  grid: null,
  trial: null,
  pattern: null,
  selected: null,
  showing: null,
  fault: null,
}

export const useProtect = create<Open>()(() => NOTHING)

let engine: Remote<ProtectEngine> | undefined
const latest = new Latest<'trial' | 'showing'>()

export async function openPreview(preview: ProtectPreview): Promise<void> {
  engine ??= wrap<ProtectEngine>(new Worker(new URL('./protect.worker.ts', import.meta.url), { type: 'module' }))
  const { table, asked } = preview
  const { rules, cost, keep, hide } = asked
  const { codes } = tableSystem(table.variables, table.tables)
  useProtect.setState({ ...NOTHING, preview, grid: { codes, table } })
  await engine.load(preview)
  await tryOut({ rules, cost, keep, hide })
}

export async function tryOut(trial: Trial): Promise<void> {
  const isWanted = latest.ask('trial')
  latest.ask('showing')
  useProtect.setState({ trial, showing: null })
  try {
    const answer = await engine?.protect(trial)
    if (!isWanted() || answer === undefined) return
    if ('pattern' in answer) useProtect.setState({ pattern: answer.pattern, fault: null })
    else useProtect.setState({ pattern: null, fault: answer.fault })
  } catch (error) {
    if (isWanted()) useProtect.setState({ pattern: null, fault: wordsOf(error) })
  }
}

export const select = (cell: number): void => useProtect.setState({ selected: cell, showing: null })

/** What publishing this cell would take. */
export async function askShowing(cell: number): Promise<void> {
  const { trial } = useProtect.getState()
  if (trial === null) return
  const isWanted = latest.ask('showing')
  useProtect.setState({ showing: { cell, without: null } })
  const answer = await engine?.protect({ ...trial, keep: [...trial.keep, cell] })
  if (!isWanted() || answer === undefined) return
  useProtect.setState({ showing: { cell, without: 'pattern' in answer ? answer.pattern : answer.fault } })
}

/** Publishes a cell whatever happens, withholds it, or leaves it to the rules. */
export function choose(cell: number, what: 'keep' | 'hide' | 'rules'): void {
  const { trial } = useProtect.getState()
  if (trial === null) return
  const without = (list: readonly number[]): readonly number[] => list.filter((one) => one !== cell)
  const [keep, hide] = [without(trial.keep), without(trial.hide)]
  void tryOut({
    ...trial,
    keep: what === 'keep' ? [...keep, cell] : keep,
    hide: what === 'hide' ? [...hide, cell] : hide,
  })
}
