/** The state of the audit view: the design with its history, and what follows from it. */

import { temporal } from 'zundo'
import { create, useStore } from 'zustand'
import { wordsOf } from '../api.ts'
import { Latest } from '../parts/latest.ts'
import type { CountedTable } from './bounds.ts'
import {
  applyingFacts,
  EMPTY_DESIGN,
  engineDesign,
  type Fact,
  type Level,
  levelsOf,
  sideOf,
  type TableDesign,
  type UsedVariable,
  type Zone,
} from './design.ts'
import type { AuditAnswer, AuditQuestion, CellAnswer, Help, Slot } from './engine-types.ts'
import { Engines } from './engines.ts'
import { isTogether } from './releases.ts'

export interface DesignState {
  readonly design: TableDesign
  change(next: Partial<TableDesign>): void
}

/** Only the design has a history: undo never touches the data. */
export const useDesign = create<DesignState>()(
  temporal(
    (set) => ({
      design: EMPTY_DESIGN,
      change: (next) => set(({ design }) => ({ design: { ...design, ...next } })),
    }),
    { partialize: ({ design }) => ({ design }), limit: 200, equality: (a, b) => a.design === b.design },
  ),
)

/** An answer with what it was asked about: labels and bounds belong together while the next answer is on its way. */
export interface ShownTable {
  readonly answer: AuditAnswer
  readonly design: TableDesign
  readonly rows: readonly UsedVariable[]
  readonly columns: readonly UsedVariable[]
}

/** What would help, with the design that it was asked for. */
export interface GivenHelp extends Help {
  readonly design: TableDesign
}

export interface ResultState {
  readonly table: CountedTable | null
  /** Variables whose levels are ranges: only neighbours are merged by a suggestion. */
  readonly ordered: readonly number[]
  readonly first: ShownTable | null
  readonly second: ShownTable | null
  /** The other design of a comparison. */
  readonly other: TableDesign | null
  readonly help: GivenHelp | null
  /** What each release that stays here would keep from the reader, where several are published. */
  readonly without: readonly Without[]
  readonly helping: boolean
  readonly fault: string | null
  readonly selected: { readonly row: number; readonly column: number } | null
}

export const useResult = create<ResultState>()(() => ({
  table: null,
  ordered: [],
  first: null,
  second: null,
  other: null,
  help: null,
  without: [],
  helping: false,
  fault: null,
  selected: null,
}))

export const engines = new Engines()

export async function openTable(table: CountedTable, ordered: readonly number[], design: TableDesign): Promise<void> {
  await engines.load(table)
  useResult.setState({
    table,
    ordered,
    first: null,
    second: null,
    other: null,
    help: null,
    without: [],
    fault: null,
    selected: null,
  })
  if (useDesign.getState().design === design) askAbout(table, design)
  else useDesign.setState({ design })
  useDesign.temporal.getState().clear()
}

// A change is asked about at once, beside the drawing of what was moved.
useDesign.subscribe(({ design }, { design: before }) => {
  const { table } = useResult.getState()
  if (table === null || design === before) return
  if (before.rows !== design.rows || before.columns !== design.columns || before.levels !== design.levels)
    useResult.setState({ selected: null })
  askAbout(table, design)
})

/** Milliseconds after the last change before other designs are tried. */
const PAUSE = 350
let pause: ReturnType<typeof setTimeout> | undefined

function askAbout(table: CountedTable, design: TableDesign): void {
  engines.stopHelping()
  void auditDesign('first', table, design)
  useResult.setState({ helping: true, without: [] })
  clearTimeout(pause)
  pause = setTimeout(() => void searchHelp(table, design), PAUSE)
}

export function select(selected: ResultState['selected']): void {
  useResult.setState({ selected })
}

export function questionOf(table: CountedTable, design: TableDesign): AuditQuestion {
  const { published, decimals, small } = design
  const known = applyingFacts(table, design).map(({ bound }) => bound)
  return { design: engineDesign(table, design), published, decimals, small, known }
}

const latest = new Latest<Slot>()

/** Asks the engine about a design; an answer that comes too late for its slot is dropped. */
export async function auditDesign(slot: Slot, table: CountedTable, design: TableDesign): Promise<void> {
  const isWanted = latest.ask(slot)
  if (design.rows.length === 0 || design.columns.length === 0) {
    useResult.setState({ [slot]: null, fault: null })
    return
  }
  try {
    const show = (answer: AuditAnswer): void => {
      const [rows, columns] = [sideOf(table, design, 'rows'), sideOf(table, design, 'columns')]
      if (isWanted()) useResult.setState({ [slot]: { answer, design, rows, columns }, fault: null })
    }
    if (isTogether(design)) await boundDesign(slot, design, show, isWanted)
    else show(await engines.audit(slot, questionOf(table, design)))
  } catch (error) {
    if (isWanted()) useResult.setState({ [slot]: null, fault: wordsOf(error) })
  }
}

/** Seconds of integer programs for a design that is bounded by several releases. */
const PROGRAMS = 10

/** Bounds that hold at once, then the tightest that are found in the time. */
async function boundDesign(
  slot: Slot,
  design: TableDesign,
  show: (answer: AuditAnswer) => void,
  isWanted: () => boolean,
): Promise<void> {
  engines.stopBounding('help')
  const quick = await engines.together(slot, design, 0)
  show(quick)
  if (!quick.exact && isWanted()) show(await engines.together(slot, design, PROGRAMS))
}

/** The possible counts of a cell; several releases together leave an interval. */
export async function askCell(slot: Slot, row: number, column: number): Promise<CellAnswer> {
  const answer = useResult.getState()[slot]?.answer
  if (answer?.together == null) return engines.cell(slot, row, column)
  const k = row * answer.columns + column
  const { together, n, choices } = answer
  return {
    intervals: [[answer.lower[k], answer.upper[k]]],
    more: false,
    choices: choices[k],
    reason: null,
    reduced: [],
    slack: null,
    n,
    together: { releases: together.releases, known: together.known, isProved: together.proved[k] === 1 },
  }
}

/** Milliseconds of search for other designs. */
const SEARCH = 2500

export async function searchHelp(table: CountedTable, design: TableDesign): Promise<void> {
  if (design.rows.length === 0 || design.columns.length === 0) {
    useResult.setState({ help: null, helping: false })
    return
  }
  if (isTogether(design)) {
    useResult.setState({ help: null })
    await searchWithout(design)
    return
  }
  const found = await engines.help(questionOf(table, design), useResult.getState().ordered, SEARCH).catch(() => null)
  useResult.setState({ help: found && { ...found, design }, helping: false })
}

export interface Without {
  readonly release: string
  readonly exposed: number
}

/** Seconds for each release that is tried without. */
const PROGRAMS_WITHOUT = 3

/** Which of the other releases could stay here, and what would be known then. */
async function searchWithout(design: TableDesign): Promise<void> {
  const without: Without[] = []
  try {
    for (const release of design.releases) {
      const rest = { ...design, releases: design.releases.filter((other) => other !== release) }
      const answer = await engines.together('help', rest, PROGRAMS_WITHOUT)
      if (useDesign.getState().design !== design) return
      without.push({ release, exposed: answer.figures.exposed })
      useResult.setState({ without: [...without] })
    }
  } catch {
    // What cannot be tried is not offered.
  }
  useResult.setState({ helping: false })
}

/** The last one that goes takes "not published" with it: a table by itself is published somehow. */
export function setReleases(releases: readonly string[]): void {
  const { design, change } = useDesign.getState()
  change({ releases, ...(releases.length === 0 && design.published === 'nothing' && { published: 'shares' }) })
}

export function moveVariable(name: string, to: Zone, before?: string): void {
  const { design, change } = useDesign.getState()
  const without = (list: readonly string[]): string[] => list.filter((other) => other !== name)
  const [rows, columns] = [without(design.rows), without(design.columns)]
  if (to !== 'out') {
    const list = to === 'rows' ? rows : columns
    const at = before === undefined ? -1 : list.indexOf(before)
    list.splice(at < 0 ? list.length : at, 0, name)
  }
  change({ rows, columns })
}

export function setLevels(name: string, levels: readonly Level[]): void {
  const { design, change } = useDesign.getState()
  change({ levels: { ...design.levels, [name]: levels } })
}

/** Makes levels one, at the place of the first of them. */
export function mergeLevels(name: string, chosen: readonly string[], into: string): void {
  const { table } = useResult.getState()
  if (table === null) return
  const levels = levelsOf(table, useDesign.getState().design, name)
  const merged = levels.filter((level) => chosen.includes(level.name))
  const first = levels.findIndex((level) => chosen.includes(level.name))
  const rest = levels.filter((level) => !chosen.includes(level.name))
  rest.splice(first, 0, { name: into, of: merged.flatMap(({ of }) => of) })
  setLevels(name, rest)
}

export function addFact(fact: Fact): void {
  const { design, change } = useDesign.getState()
  change({ known: [...design.known, fact] })
}

export const undo = (): void => useDesign.temporal.getState().undo()
export const redo = (): void => useDesign.temporal.getState().redo()

/** How many steps can be undone and redone. */
export function useHistory(): { past: number; future: number } {
  const past = useStore(useDesign.temporal, (state) => state.pastStates.length)
  const future = useStore(useDesign.temporal, (state) => state.futureStates.length)
  return { past, future }
}
