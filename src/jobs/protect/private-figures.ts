/** What is written for the steward alone: what is in every cell, which are sensitive and why, what they need, and the proof of every need. */
import { formatRational } from '../../exact/index.ts'
import {
  aloneIn,
  cellsProtectedBy,
  type FoundSensitive,
  type SuppressedTable,
  type TableContents,
} from '../../protection/index.ts'
import type { CellChoice } from './cell-choice.ts'

export function privateCells(
  contents: TableContents,
  sensitive: readonly FoundSensitive[],
  { keep, waivers }: CellChoice,
): Readonly<Record<string, unknown>> {
  const cells = Array.from({ length: contents.system.cells }, (_, cell) => contents.of(cell))
  return {
    decimals: contents.decimals,
    isCount: contents.isCount,
    mayBeNegative: contents.hasNegative,
    value: [...contents.value],
    contributors: cells.map(({ contributors }) => (Number.isFinite(contributors) ? contributors : null)),
    size: cells.map(({ total }) => total),
    largest: cells.map(({ largest }) => largest),
    asked: Object.fromEntries(cells.flatMap(({ asked }, cell) => (asked === undefined ? [] : [[cell, asked]]))),
    alone: aloneIn(contents),
    sensitive,
    keep: [...keep],
    waived: waivers,
    marked: sensitive.filter(({ named }) => named).map(({ cell }) => cell),
  }
}

export function privateProofs(
  contents: TableContents,
  { problem, found, proved }: SuppressedTable,
): Readonly<Record<string, unknown>> {
  return {
    lower: [...problem.lower],
    upper: [...problem.upper],
    /** Sums that became cells of their own, numbered after the others. */
    unions: found.unions.map(({ parts, need }, u) => {
      const { total, ...together } = contents.union(parts)
      return { cell: problem.value.length + u, parts, size: total, ...together, ...need }
    }),
    /** Cells that are withheld for others: for which. */
    protects: [...cellsProtectedBy(proved)]
      .filter(([cell]) => cell < contents.system.cells && problem.needUp[cell] === 0 && problem.needDown[cell] === 0)
      .map(([cell, cells]) => ({ cell, for: cells })),
    proofs: proved.map(({ need, proof }) => ({
      ...need,
      moves: [...proof.cells].map((cell, i) => [cell, formatRational(proof.exact?.[i] ?? { num: 0n, den: 1n })]),
    })),
  }
}
