/**
 * Several releases of one table, audited together: margins of counts, and shares of some variables given others, all made
 * from the same data, with the total known, and beside them what a reader knows beforehand.
 */
import {
  cellCount,
  type LinkedBound,
  listedLevels,
  makeRelease,
  type Release,
  type RoundingRule,
  type Target,
} from '../../bounds/index.ts'
import { withDatabase } from '../../data/index.ts'
import type { CountedTable, Variable } from '../../model/index.ts'
import { badField } from '../../request-error.ts'
import type { Working } from '../../run/context.ts'
import { noteLeftOut } from '../../run/note-left-out.ts'
import { onThread } from '../../run/on-thread.ts'
import { type ReleaseText, refuseRepeats } from '../../spec/index.ts'
import { type CellVerdict, kindOf, verdictOf } from './linked-verdict.ts'
import { sideNames, sideObject } from './names.ts'
import { prepareLinked } from './prepare-linked.ts'
import type { LinkedTask } from './task.ts'
import { totalsIn } from './totals.ts'
import { AUDIT_WORK } from './work.ts'
import type { BoundTask } from './worker.ts'

export interface LinkedDocument {
  readonly n: number
  /** What the counts count, as a plural. */
  readonly counted: string
  /** How many facts the reader knows beforehand. */
  readonly known: number
  readonly releases: readonly string[]
  readonly variables: readonly string[]
  /** Counts above 0 and below it are small. */
  readonly small: number
  readonly cells: {
    readonly all: number
    readonly zero: number
    readonly disclosed: number
    readonly smallDisclosed: number
    /** Known to be small, and not disclosed. */
    readonly knownSmall: number
    /** Of those: what the tables of counts tell by themselves. */
    readonly byMargins: { readonly disclosed: number; readonly small: number }
    readonly unproved: number
  }
  /** Levels whose counts are the sums of the others, where counts were given. */
  readonly totals: readonly string[]
  readonly table: readonly LinkedCell[]
}

export interface LinkedCell {
  readonly cell: Readonly<Record<string, string>>
  readonly lower: number
  readonly upper: number
  /** Both bounds are proved to be attained. */
  readonly exact: boolean
  readonly method: LinkedBound['method']
  readonly verdict: CellVerdict | null
}

/** More cells than this are not bounded one by one. */
const MOST_TARGETS = 100_000

export async function auditLinked(job: LinkedTask, working: Working): Promise<LinkedDocument> {
  refuseRepeats(job.cells, 'cells')
  const names = [...new Set(job.releases.flatMap(({ columns, given }) => [...columns, ...given]).concat(job.cells))]
  working.progress.phase({ id: 'count' })
  const { table, known } = await withDatabase({}, async (db) => {
    await noteLeftOut(db, job.source, working)
    return prepareLinked(db, job, names)
  })
  const targetVariables = (job.cells.length === 0 ? names : job.cells).map((name) => indexOf(table.variables, name))
  const wanted = targetVariables.reduce((product, index) => product * table.variables[index].levels.length, 1)
  if (wanted > MOST_TARGETS) {
    throw badField(
      'cells',
      `${wanted} cells would be bounded one by one; at most ${MOST_TARGETS}. Name fewer variables.`,
    )
  }
  const releases = job.releases.map((release) => releaseOf(table, release, job.rounding))
  const cells = sideNames(targetVariables.map((index) => table.variables[index]))
  const targets = cells.levels.map(
    (levels): Target => ({
      variables: targetVariables.map((variable) => ({ variable })),
      levels: levels.map((level, v) => cells.variables[v].levels.indexOf(level)),
    }),
  )
  const total = table.counts.reduce((sum, count) => sum + count, 0)
  const space = table.variables.map((variable) => variable.levels.length)
  const counts = countsOf(table)
  const deadline = performance.now() + 1000 * job.seconds
  const boundsOf = (used: readonly Release[], wanted: readonly Target[]): Promise<LinkedBound[]> => {
    const timeLimit = Math.max(0, (deadline - performance.now()) / 1000)
    const task = (shared: Int32Array): BoundTask => ({
      space,
      releases: used,
      targets: wanted,
      total,
      counts,
      timeLimit,
      shared,
    })
    return onThread<LinkedBound[]>(AUDIT_WORK, 'linkedAudit', { id: 'bound-cells' }, task, working)
  }
  const told = [...releases, ...releases.flatMap((release) => listedLevels(table, release))]
  const all = [...told, ...known]
  const bounds = await boundsOf(all, targets)
  const telling = [...bounds.keys()].filter((k) => kindOf(bounds[k], job.rules.small) !== undefined)
  /** What a part of it says by itself of the cells that all of it discloses or shows to be small. */
  const alone = async (part: readonly Release[]): Promise<readonly (LinkedBound | undefined)[]> => {
    if (part.length === all.length) return bounds
    const wanted = telling.map((k) => targets[k])
    const found = part.length === 0 || wanted.length === 0 ? [] : await boundsOf(part, wanted)
    const places = new Map(telling.map((k, i) => [k, found[i]]))
    return bounds.map((_, k) => places.get(k))
  }
  const margins = releases.filter(({ kind }) => kind === 'margin')
  const byReleases = await alone(told)
  const byMargins = margins.length === told.length ? byReleases : await alone(margins)
  const whole = { n: total, known: known.length, totals: totalsIn(table, job.count) }
  return linkedDocument(job, cells, bounds, { margins: byMargins, releases: byReleases }, whole)
}

/** The count of every cell of the whole table, the last variable fastest. */
function countsOf({ variables, codes, counts }: CountedTable): Float64Array {
  const cells = new Float64Array(cellCount(variables.map(({ levels }) => levels.length)))
  counts.forEach((count, line) => {
    cells[variables.reduce((cell, { levels }, v) => cell * levels.length + codes[v][line], 0)] += count
  })
  return cells
}

function releaseOf(
  table: CountedTable,
  { text, columns, given, decimals }: ReleaseText,
  rounding: RoundingRule,
): Release {
  const side = (names: readonly string[]): { variable: number }[] =>
    names.map((name) => ({ variable: indexOf(table.variables, name) }))
  return makeRelease(table, { columns: side(columns), given: side(given), decimals, rounding, label: text })
}

function indexOf(variables: readonly Variable[], name: string): number {
  return variables.findIndex((variable) => variable.name === name)
}

interface Alone {
  /** The bounds that the tables of counts give by themselves, for the cells that it was asked of. */
  readonly margins: readonly (LinkedBound | undefined)[]
  /** Those that all releases give, without what is known beforehand. */
  readonly releases: readonly (LinkedBound | undefined)[]
}

function linkedDocument(
  job: LinkedTask,
  cells: ReturnType<typeof sideNames>,
  bounds: readonly LinkedBound[],
  alone: Alone,
  { n, known, totals }: Pick<LinkedDocument, 'n' | 'known' | 'totals'>,
): LinkedDocument {
  const { small } = job.rules
  const verdicts = bounds.map((bound, k) =>
    verdictOf(bound, { margins: alone.margins[k], releases: alone.releases[k] }, small),
  )
  const having = (wanted: Partial<CellVerdict>): number =>
    verdicts.filter(
      (verdict) =>
        verdict !== null && (wanted.kind ?? verdict.kind) === verdict.kind && (wanted.by ?? verdict.by) === verdict.by,
    ).length
  return {
    n,
    counted: job.counted,
    known,
    releases: job.releases.map((release) => release.text),
    variables: cells.variables.map((variable) => variable.name),
    small,
    cells: {
      all: bounds.length,
      zero: bounds.filter(({ upper }) => upper === 0).length,
      disclosed: having({ kind: 'disclosed' }),
      smallDisclosed: bounds.filter(({ upper }, k) => verdicts[k]?.kind === 'disclosed' && upper < small).length,
      knownSmall: having({ kind: 'small' }),
      byMargins: {
        disclosed: having({ kind: 'disclosed', by: 'margins' }),
        small: having({ kind: 'small', by: 'margins' }),
      },
      unproved: bounds.filter(({ lowerExact, upperExact }) => !(lowerExact && upperExact)).length,
    },
    totals,
    table: bounds.map(({ lower, upper, lowerExact, upperExact, method }, i) => ({
      cell: sideObject(cells, i),
      lower,
      upper,
      exact: lowerExact && upperExact,
      method,
      verdict: verdicts[i],
    })),
  }
}
