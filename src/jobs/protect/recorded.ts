/** The record of what has been published, before this release and with it. */
import { basename } from 'node:path'
import { coarserColumns, type Database } from '../../data/index.ts'
import { addToRecord, type RecordedRelease, readRecord } from '../../ledger/index.ts'
import type { SuppressedTable, TableContents } from '../../protection/index.ts'
import { fingerprint } from '../../release/index.ts'
import { clipped, RequestError } from '../../request-error.ts'
import { cellKey } from './earlier.ts'
import type { ProtectTask } from './task.ts'

export interface EarlierReleases {
  /** Of the same figures of the same data: this release must be safe together with them. */
  readonly together: readonly RecordedRelease[]
  /** Lines of the record that were looked at, this run's own left out. */
  readonly seen: number
  readonly data: string
  readonly notes: readonly string[]
}

export async function earlierReleases(
  db: Database,
  task: ProtectTask,
  { decimals }: TableContents,
  runId: string,
): Promise<EarlierReleases> {
  const { files, path, fields, figure } = task
  const data = (await fingerprint(path)).sha256
  if (files.published === undefined)
    return { together: [], seen: 0, data, notes: fields.kind === 'compare' ? [] : [NOT_LOOKED_AT] }
  const all = (await readRecord(files.published)).filter((one) => one.runId !== runId)
  const together = all.filter((one) => one.data === data && one.figure === figure && one.decimals === decimals)
  const changed = together.find(({ method }) => fields.kind !== 'suppress' || method !== 'suppress')
  if (changed !== undefined) throw otherForm(changed)
  const harder = together.find(({ coalition = 0 }) => fields.kind === 'suppress' && coalition > fields.coalition)
  if (harder !== undefined) throw fewerReaders(harder)
  await checkVariables(db, task, together)
  const others = all.filter((one) => one.data !== data).length
  const notes =
    others === 0
      ? []
      : [
          `${others} earlier release${others === 1 ? ' is' : 's are'} of other versions of the data: how the versions differ is not known, and they were not looked at together with this one.`,
        ]
  return { together, seen: all.length, data, notes }
}

/**
 * Tables of other variables have no sums in common but their common totals, unless one variable is the other, coarser: those sums a reader knows, and
 * they must be said.
 */
async function checkVariables(db: Database, task: ProtectTask, together: readonly RecordedRelease[]): Promise<void> {
  const { path, read, variables } = task
  for (const release of together) {
    const before = variablesOf(release)
    const pairs = variables
      .filter((name) => !before.includes(name))
      .flatMap((name) => before.filter((other) => !variables.includes(other)).map((other) => [name, other] as const))
    const [tied] = await coarserColumns(db, { path, read }, pairs)
    if (tied === undefined) continue
    const [finer, coarser] = tied
    throw new RequestError(
      'refused',
      `The release ${clipped(release.release)} of ${release.date} is out already: each "${clipped(finer)}" is a part of one "${clipped(coarser)}", so its figures and these have sums in common that are not known here. Make one variable of the two, as in \`hierarchies\` ${clipped(finer)}=columns:${clipped(coarser)}.`,
    )
  }
}

function variablesOf({ cells }: RecordedRelease): readonly string[] {
  const names = new Set<string>()
  for (const [key] of cells) for (const [name] of JSON.parse(key) as [string, string][]) names.add(name)
  return [...names]
}

const NOT_LOOKED_AT = 'earlier releases were not looked at, and this one is not recorded.'

/** The same figures withheld in one table and changed in another tell more together than either; that is not worked out here. */
function otherForm({ release, date, method }: RecordedRelease): RequestError {
  return new RequestError(
    'refused',
    `The release ${clipped(release)} of ${date} has these figures by the method ${method} already. In another form they would tell more, and what is published stays published: take that method, or other figures.`,
  )
}

/** Contributors who read both would come nearer to the cells of the first than it promised. */
function fewerReaders({ release, date, coalition = 0 }: RecordedRelease): RequestError {
  return new RequestError(
    'refused',
    `The release ${clipped(release)} of ${date} is out already and holds against ${coalition} contributor${coalition === 1 ? '' : 's together'} who ${coalition === 1 ? 'is' : 'are'} alone in cells. Ask no less of this one: \`coalition\` ${coalition}.`,
  )
}

export async function recordRelease(
  { files, fields, figure }: ProtectTask,
  { system, value, decimals }: TableContents,
  suppressed: SuppressedTable | undefined,
  { seen, data }: EarlierReleases,
  { runId, out }: { readonly runId: string; readonly out: string },
): Promise<void> {
  if (files.published === undefined) return
  const { starts, members } = system.equations
  const problem = suppressed?.problem
  const release: RecordedRelease = {
    runId,
    release: basename(out),
    date: new Date().toISOString().slice(0, 10),
    method: fields.kind,
    figure,
    decimals,
    data,
    cells:
      suppressed === undefined || problem === undefined
        ? []
        : Array.from(value, (units, cell) => [
            cellKey(system, cell),
            units,
            suppressed.withheld[cell] === 1 ? 1 : 0,
            problem.needUp[cell],
            problem.needDown[cell],
            problem.lower[cell],
            problem.upper[cell],
          ]),
    equations:
      suppressed === undefined ? [] : Array.from(starts.subarray(1), (end, e) => [...members.subarray(starts[e], end)]),
    sums: (suppressed?.found.unions ?? []).map(({ parts, need: { up, down } }) => ({ parts, up, down })),
    ...(fields.kind === 'suppress' && { coalition: fields.coalition }),
  }
  await addToRecord(files.published, release, seen)
}
