/** Several releases audited together, as the page asks for it: the same steps as `tacet audit --release`. Pure: it runs in a worker and in a test alike. */
import { knownCount } from '../../src/bounds/known-count.ts'
import type { Release } from '../../src/bounds/linear-system.ts'
import { linkedBounds, type Target } from '../../src/bounds/linked.ts'
import { listedLevels } from '../../src/bounds/listed-levels.ts'
import { makeRelease } from '../../src/bounds/make-release.ts'
import { type EngineSource, Solver } from '../../src/optimize/index.ts'
import { parseRelease } from '../../src/spec/release-text.ts'
import { type CountedTable, type Design, guessesOf, tabulate } from './bounds.ts'
import { engineDesign, levelsOf, sideOf, sizeOf, type TableDesign } from './design.ts'
import type { AuditAnswer, TogetherEngine } from './engine-types.ts'
import { markCells, rowsByMarks } from './marks.ts'
import { factsTogether, levelsOfFact, releasesOf, togetherVariables } from './releases.ts'
import { factWords } from './words.ts'

/** As many as the command line bounds one by one. */
const MOST_CELLS = 5000

export function newTogetherEngine(source: EngineSource): TogetherEngine {
  let table: CountedTable | undefined
  const solver = new Solver(source)
  return {
    load: (given) => {
      table = given
    },
    bound: async (design, seconds) => {
      if (table === undefined) throw new Error('no table is loaded')
      return boundTogether(table, design, seconds, solver)
    },
  }
}

async function boundTogether(
  whole: CountedTable,
  design: TableDesign,
  timeLimit: number,
  solver: Solver,
): Promise<AuditAnswer> {
  const start = performance.now()
  const releases = releasesOf(design).map(parseRelease)
  const cells = [...design.rows, ...design.columns]
  const names = togetherVariables(design)
  const table = narrowed(whole, design, names)
  const used = (list: readonly string[]): { variable: number }[] =>
    list.map((name) => ({ variable: names.indexOf(name) }))
  const [rows, columns] = [sizeOf(sideOf(whole, design, 'rows')), sizeOf(sideOf(whole, design, 'columns'))]
  if (rows * columns > MOST_CELLS)
    throw new Error(`Several releases together are bounded for ${MOST_CELLS} cells at most; this table has more.`)
  const total = table.counts.reduce((sum, count) => sum + count, 0)
  const made = releases.map(({ text, columns, given, decimals }) =>
    makeRelease(table, { columns: used(columns), given: used(given), decimals, rounding: 'half-up', label: text }),
  )
  const space = table.variables.map(({ levels }) => levels.length)
  const known = knownCounts(whole, design, table.variables)
  const told = [...made, ...made.flatMap((release) => listedLevels(table, release)), ...known]
  const found = await linkedBounds(space, told, targetsOf(space, used(cells)), {
    total,
    timeLimit,
    solver,
  })
  const bounds = {
    lower: Float64Array.from(found, ({ lower }) => lower),
    upper: Float64Array.from(found, ({ upper }) => upper),
    choices: Float64Array.from(found, ({ lower, upper }) => upper - lower + 1),
  }
  const proved = Uint8Array.from(found, ({ lowerExact, upperExact }) => (lowerExact && upperExact ? 1 : 0))
  const { marks, figures } = markCells(bounds, design.small)
  const unproved = proved.reduce((sum, one) => sum + 1 - one, 0)
  return {
    rows,
    columns,
    n: total,
    figures: { ...rowsByMarks(marks, { rows, columns }), ...figures },
    hidden: [],
    exact: unproved === 0,
    guesses: guessesOf(tabulate(whole, engineDesign(whole, design)).counts, bounds, design.small),
    ...bounds,
    marks,
    together: { releases: releases.length, known: known.length, proved, unproved },
    milliseconds: performance.now() - start,
  }
}

/** What a reader knows, as bounds on counts of a table of these variables. */
function knownCounts(whole: CountedTable, design: TableDesign, variables: CountedTable['variables']): Release[] {
  return factsTogether(whole, design).map((fact) => {
    const named = new Map(Object.entries(levelsOfFact(fact)))
    const levels = variables.map(({ name }) => named.get(name))
    const [lower, upper] = [fact.lower ?? undefined, fact.upper ?? undefined]
    return knownCount(variables, { levels, lower, upper, label: factWords(fact) })
  })
}

/** The table of these variables alone, their levels as they are published. */
function narrowed(whole: CountedTable, design: TableDesign, names: readonly string[]): CountedTable {
  const missing = names.find((name) => !whole.variables.some((variable) => variable.name === name))
  if (missing !== undefined) throw new Error(`A release names "${missing}", which is not a variable of this table.`)
  const all: Design['rows'] = engineDesign(whole, { ...design, rows: names, columns: [] }).rows
  return {
    variables: names.map((name) => ({ name, levels: levelsOf(whole, design, name).map((level) => level.name) })),
    codes: all.map(({ variable, groups }) =>
      groups === undefined ? whole.codes[variable] : whole.codes[variable].map((code) => groups[code]),
    ),
    counts: whole.counts,
  }
}

/** Every cell of a table of these variables, the last fastest. */
function targetsOf(space: readonly number[], variables: readonly { variable: number }[]): Target[] {
  let levels: number[][] = [[]]
  for (const { variable } of variables)
    levels = levels.flatMap((before) => Array.from({ length: space[variable] }, (_, level) => [...before, level]))
  return levels.map((one) => ({ variables, levels: one }))
}
