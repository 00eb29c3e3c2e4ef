/** The suppression of cells: what is published, what readers can still work out, and the proofs that stay private. */

import type { RecordedRelease } from '../../ledger/index.ts'
import { decimalText } from '../../model/index.ts'
import { publicIntervals } from '../../optimize/index.ts'
import { cellCosts, type SuppressedTable, suppressTable, type TableContents } from '../../protection/index.ts'
import type { SpecProtect } from '../../spec/index.ts'
import type { CellChoice } from './cell-choice.ts'
import { byRule } from './changed-table.ts'
import { type EarlierCells, withEarlier } from './earlier.ts'
import { privateCells, privateProofs } from './private-figures.ts'
import { type ProtectedTable, type PublishedIntervals, WITHHELD } from './result.ts'
import { searchLimit } from './search-limit.ts'

export type SuppressFields = Extract<SpecProtect, { kind: 'suppress' }>

/** Cells that are not empty, up to which the cheapest pattern is searched for. */
export const EXACT_UP_TO = 2000

export async function suppressCells(
  contents: TableContents,
  fields: SuppressFields,
  choice: CellChoice,
  together: readonly RecordedRelease[],
  signal: AbortSignal,
): Promise<ProtectedTable> {
  const limit = searchLimit(fields, signal)
  let earlier: EarlierCells['secret'] | undefined
  const done = await suppressTable(contents, {
    rules: fields.rules,
    needs: { percent: fields.needs, reach: contents.isCount },
    named: choice.hide,
    keep: choice.keep,
    waived: choice.waived,
    prior: fields.prior,
    cost: cellCosts(contents, fields.cost),
    coalition: fields.coalition,
    ...(together.length > 0 && {
      withEarlier: (plain) => {
        const grown = withEarlier(contents, plain, together, new Set([...choice.keep, ...choice.waived]))
        earlier = grown.secret
        return grown.problem
      },
    }),
    limits: { ...limit, exactUpTo: EXACT_UP_TO, seconds: Math.max(1, fields.seconds) },
  })
  const { system, value, decimals } = contents
  const intervals = await intervalsOf(contents, done.withheld)
  return {
    contents,
    published: Array.from(value, (units, cell) =>
      done.withheld[cell] === 1 ? WITHHELD : decimalText(units, decimals),
    ),
    suppressed: done,
    result: { withheld: intervals.withheld, mark: WITHHELD, intervals, earlier: together.map(({ runId }) => runId) },
    statement: statementOf(fields, choice.waived.size, together.length),
    figures: {
      method: 'suppress',
      cells: system.cells,
      equations: system.equations.starts.length - 1,
      sensitive: done.sensitive.length,
      byRule: byRule(fields.rules, done.sensitive),
      waived: choice.waived.size,
      withheld: intervals.withheld,
      secondary: intervals.withheld - done.sensitive.length,
      search: {
        cost: done.found.cost,
        bound: Math.min(done.found.bound, done.found.cost),
        optimal: done.found.optimal,
        steps: limit.steps(),
        stopped: limit.isOver(),
      },
      intervals,
      unions: done.found.unions.length,
      proved: done.proved.length,
      against: done.proved.filter(({ need }) => need.known !== undefined).length,
      earlier: together.map(({ release }) => release),
      notes: notesOf(done),
      change: null,
      compared: [],
    },
    secret: {
      ...privateCells(contents, done.sensitive, choice),
      withheld: [...done.withheld.subarray(0, system.cells).keys()].filter((cell) => done.withheld[cell] === 1),
      ...privateProofs(contents, done),
      ...(earlier !== undefined && { earlier }),
    },
  }
}

/** What the steward should know of readers that were not asked for. */
function notesOf({ found }: SuppressedTable): readonly string[] {
  const cells = new Set(found.openToOne.map(({ cell }) => cell)).size
  if (cells === 0) return []
  return [
    `a contributor who is alone in a cell knows it, and comes nearer to ${cells} sensitive cell${cells === 1 ? '' : 's'} than the rules allow. Coalition 1 protects against that too, where it can be done.`,
  ]
}

/** What anybody can work out. The true table is one that fits, so a contradiction is a fault of ours. */
export async function intervalsOf(contents: TableContents, withheld: Uint8Array): Promise<PublishedIntervals> {
  const { system, value, hasNegative } = contents
  const own = withheld.subarray(0, system.cells)
  const found = await publicIntervals({ equations: system.equations, value, withheld: own, mayBeNegative: hasNegative })
  if (found === undefined) throw new Error('the published table contradicts itself')
  const { cells, lower, upper, largestComponent } = found
  const widths = [...cells.keys()]
    .filter((at) => Number.isFinite(upper[at] - lower[at]))
    .map((at) => (upper[at] - lower[at]) / Math.max(1, Math.abs(upper[at])))
    .sort((a, b) => a - b)
  return {
    withheld: cells.length,
    exact: widths.filter((width) => width < 1e-9).length,
    unbounded: cells.length - widths.length,
    narrowest: widths[0] ?? null,
    median: widths[widths.length >> 1] ?? null,
    largestComponent,
  }
}

function statementOf(
  { coalition, negative, published }: SuppressFields,
  waived: number,
  earlier: number,
): readonly string[] {
  const before =
    published === 'none'
      ? 'Earlier releases of the same data were not looked at.'
      : `This holds together with ${earlier === 0 ? 'the recorded earlier releases of the same data, of which there are none' : `${earlier} earlier release${earlier === 1 ? '' : 's'} of the same data`}.`
  const readers =
    coalition === 0
      ? 'Readers are taken to know the published figures alone. A contributor who is the only one in a cell knows that cell, and may learn more of others.'
      : `A reader may be a contributor who is alone in a cell${coalition > 1 ? `, or ${coalition} of them together` : ''}, and know that cell.`
  return [
    `Cells that tell too much of one contributor are withheld, and others so that they cannot be worked out; all have the mark ${WITHHELD}.`,
    'No protected cell can be bounded more narrowly than its rule says, from this table and its equations. This is not differential privacy.',
    before,
    readers,
    ...(negative === 'absolute' ? ['Readers may suppose that figures are below 0.'] : []),
    ...(waived > 0 ? ['Cells that break a rule are published where there is a recorded reason.'] : []),
  ]
}
