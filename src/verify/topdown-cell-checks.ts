/** The published cells as tables of counts: whole, each there once, with an error, and adding up from the leaves. */
import type { Check } from './check.ts'
import { ancestorsOfLeaves, type Places } from './topdown-places.ts'
import { faultsInWords, type PublishedTable } from './topdown-published.ts'
import type { TablePlan } from './topdown-statement.ts'
import { differences, Tally } from './topdown-tally.ts'

/** A table of the release as it was planned and as it was published. */
export interface ReleasedTable extends TablePlan {
  readonly published: PublishedTable
}

export function wholeCheck(tables: readonly ReleasedTable[]): Check {
  const wrong = tables.flatMap(({ file, published }) => {
    const faults = faultsInWords(published.faults)
    const large = published.levels.some((tally) => totalOf(tally) > Number.MAX_SAFE_INTEGER)
    return [
      ...(faults === '' ? [] : [`${file}: ${faults}`]),
      ...(large ? [`${file}: a level has too many to add up`] : []),
    ]
  })
  const lines = tables.reduce((sum, { published }) => sum + published.lines, 0)
  return {
    name: 'whole numbers',
    ok: wrong.length === 0,
    detail: wrong.join('; ') || `${lines.toLocaleString('en')} cells that are not zero, every one whole and there once`,
  }
}

/** Rounded only where it is too large to be exact. */
function totalOf(tally: Tally): number {
  let total = 0
  tally.forEach((_, count) => {
    total += count
  })
  return total
}

/** Every cell of every level above the leaves is the sum of that cell over the leaves below. */
export function sumCheck(tables: readonly ReleasedTable[], places: Places): Check {
  const ancestors = ancestorsOfLeaves(places)
  const wrong: string[] = []
  let compared = 0
  for (const { file, cells, published } of tables) {
    const leaves = published.levels[published.levels.length - 1]
    for (let level = 0; level < places.levels.length - 1; level++) {
      const apart = differences(published.levels[level], sumsAbove(leaves, ancestors[level], cells))
      compared += published.levels[level].size
      if (apart > 0) wrong.push(`${file}: ${apart.toLocaleString('en')} cells of level "${places.levels[level].name}"`)
    }
  }
  return {
    name: 'children add up',
    ok: wrong.length === 0,
    detail:
      wrong.length === 0
        ? `${compared.toLocaleString('en')} cells above the leaves are the sums of what lies below them`
        : `not the sum of what lies below: ${wrong.join('; ')}`,
  }
}

function sumsAbove(leaves: Tally, ancestor: Int32Array, cells: number): Tally {
  const sums = new Tally()
  leaves.forEach((key, count) => {
    const leaf = Math.floor(key / cells)
    sums.add(ancestor[leaf] * cells + (key - leaf * cells), count)
  })
  return sums
}

/** Requires the number of lines and of bad standard errors of each file. */
export function errorCheck(files: readonly { readonly lines: number; readonly badErrors: number }[]): Check {
  const bad = files.reduce((sum, file) => sum + file.badErrors, 0)
  const lines = files.reduce((sum, file) => sum + file.lines, 0)
  return {
    name: 'standard errors',
    ok: bad === 0,
    detail:
      bad === 0
        ? `${lines.toLocaleString('en')} of them, every one a number from 0 up`
        : `${bad.toLocaleString('en')} of ${lines.toLocaleString('en')} are no numbers from 0 up`,
  }
}
