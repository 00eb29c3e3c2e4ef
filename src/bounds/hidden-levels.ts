/**
 * Levels that rounding hides: every share of theirs is printed as 0.
 *
 * A table of the levels seen lists a level because somebody has it. Where one of its shares is printed above 0 the audit knows
 * that already: the count of that cell is at least 1. Where all are printed as 0 the audit admits that nobody has it, and a
 * reader does not: of 250 records a share of 0.00 is 0 or 1, and of a level that is listed it is 1.
 */
import type { Rational } from '../exact/index.ts'

export interface HiddenLevel {
  readonly side: 'rows' | 'columns'
  /** The variable's position on its side. */
  readonly variable: number
  readonly level: string
}

/** `rows` and `columns`: the levels of each row and of each column, in the order of their variables. */
export function hiddenLevels(
  shares: readonly (readonly Rational[])[],
  rows: readonly (readonly string[])[],
  columns: readonly (readonly string[])[],
): HiddenLevel[] {
  const shown = (i: number, j: number): boolean => shares[i][j].num > 0n
  return [
    ...hiddenOn('rows', rows, (i) => columns.some((_, j) => shown(i, j))),
    ...hiddenOn('columns', columns, (j) => rows.some((_, i) => shown(i, j))),
  ]
}

function hiddenOn(
  side: HiddenLevel['side'],
  lines: readonly (readonly string[])[],
  shown: (line: number) => boolean,
): HiddenLevel[] {
  const listed = (lines[0] ?? []).map(() => ({ all: new Set<string>(), shown: new Set<string>() }))
  lines.forEach((levels, line) => {
    const visible = shown(line)
    levels.forEach((level, v) => {
      listed[v].all.add(level)
      if (visible) listed[v].shown.add(level)
    })
  })
  return listed.flatMap(({ all, shown: seen }, variable) =>
    [...all].filter((level) => !seen.has(level)).map((level) => ({ side, variable, level })),
  )
}
