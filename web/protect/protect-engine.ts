/** Protects the table again while rules are moved: a first pattern and its clean-up, every need proved; the search for the cheapest is for the run. */
import { type EngineSource, publicIntervals } from '../../src/optimize/index.ts'
import {
  cellCosts,
  cellsProtectedBy,
  previewContents,
  type SuppressedTable,
  suppressTable,
  type TableContents,
} from '../../src/protection/index.ts'
import type { Answer, Pattern, ProtectEngine, ProtectPreview, Trial } from './protect-types.ts'

export function newProtectEngine(engine: EngineSource = {}): ProtectEngine {
  let loaded: { readonly preview: ProtectPreview; readonly contents: TableContents } | undefined
  return {
    load(preview) {
      loaded = { preview, contents: previewContents(preview.table) }
    },
    async protect(trial) {
      if (loaded === undefined) throw new Error('no table is loaded')
      const { preview, contents } = loaded
      const begun = performance.now()
      try {
        const found = await protectedBy(contents, preview, trial, engine, begun)
        return { pattern: await patternOf(contents, found, engine, begun) }
      } catch (error) {
        if (isRefusal(error)) return { fault: error.message } satisfies Answer
        throw error
      }
    },
  }
}

/** Milliseconds that cells are given back for: a hand on a slider waits. */
const PATIENCE = 400

function protectedBy(
  contents: TableContents,
  { asked: { needs, prior, waived } }: ProtectPreview,
  { rules, cost, keep, hide }: Trial,
  engine: EngineSource,
  begun: number,
): Promise<SuppressedTable> {
  return suppressTable(contents, {
    rules,
    needs,
    prior,
    named: new Set(hide),
    keep: new Set(keep),
    waived: new Set(waived),
    cost: cellCosts(contents, cost),
    coalition: 0,
    limits: { shouldStop: () => performance.now() - begun > PATIENCE, seconds: 1, exactUpTo: 0, engine },
  })
}

async function patternOf(
  { system, value, hasNegative }: TableContents,
  { sensitive, withheld, found, proved }: SuppressedTable,
  engine: EngineSource,
  begun: number,
): Promise<Pattern> {
  const own = withheld.slice(0, system.cells)
  const table = { equations: system.equations, value, withheld: own, mayBeNegative: hasNegative }
  const seen = await publicIntervals(table, { engine })
  const [lower, upper] = [value.slice(), value.slice()]
  seen?.cells.forEach((cell, at) => {
    lower[cell] = seen.lower[at]
    upper[cell] = seen.upper[at]
  })
  const marks = own.map((one) => 2 * one)
  for (const { cell } of sensitive) marks[cell] = 1
  return {
    marks,
    broken: Object.fromEntries(sensitive.map(({ cell, rules }) => [cell, rules])),
    protects: Object.fromEntries(
      [...cellsProtectedBy(proved)].map(([cell, cells]) => [cell, cells.filter((one) => one < system.cells)]),
    ),
    lower,
    upper,
    secondary: marks.filter((mark) => mark === 2).length,
    cost: found.cost,
    milliseconds: performance.now() - begun,
  }
}

/** Words for a person, as that a table cannot be protected; anything else is a fault of ours. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && (error as { readonly code?: unknown }).code === 'infeasible'
