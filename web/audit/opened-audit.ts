/** What the audit has open: a table counted from a file, and the spec that its design is saved in. It follows both when they change outside. */
import { create } from 'zustand'
import type { ReleaseTable } from '../../src/server/answers.ts'
import type { FileDescription, Reading, SpecShape, SpecState, TableAnswer } from '../answers.ts'
import { ask, RefusedError } from '../api.ts'
import { tableVariables } from '../data/table-variables.ts'
import { type Changed, concerns, isAt } from '../folder-changes.ts'
import { readDescription, useProject } from '../project.ts'
import { besideSpec, fromSpec } from '../spec-paths.ts'
import { auditChanges } from './audit-changes.ts'
import type { CountedTable } from './bounds.ts'
import type { TableDesign } from './design.ts'
import { factsOf, knownCsv } from './known-file.ts'
import { rangeVariables } from './range-variables.ts'
import { auditFields, auditVariables, designFromSpec, startDesign } from './spec-fields.ts'
import { openTable, useDesign, useResult } from './store.ts'

interface OpenedAudit {
  /** The table, as it was counted. */
  readonly audited: Audited | null
  readonly spec: SpecState | null
  /** The design as it was saved last, to tell whether it has changed. */
  readonly saved: TableDesign | null
  /** The spec or its data were changed by somebody else while this page had changes of its own. */
  readonly conflict: boolean
}

interface Audited {
  readonly file: string
  readonly variables: readonly string[]
  readonly count: string | null
  readonly read: Reading | null
  /** The file's size and time when it was counted: a report of what was read already asks for nothing. */
  readonly stamp: string
}

export const useOpenedAudit = create<OpenedAudit>()(() => ({
  audited: null,
  spec: null,
  saved: null,
  conflict: false,
}))

/** Counts the file by some of its variables and opens the audit on it. */
export async function openFile(file: string, variables: readonly string[], count: string | null): Promise<void> {
  await openCounted({ file, variables, count, read: useProject.getState().read })
}

function stampOf(file: string): string {
  const found = useProject.getState().project?.data.find(({ path }) => path === file)
  return `${found?.modified} ${found?.bytes}`
}

async function openCounted(counted: Omit<Audited, 'stamp'>): Promise<void> {
  const audited = { ...counted, stamp: stampOf(counted.file) }
  const table = await readTable(audited)
  await openTable(table, rangeVariables(table), startDesign(table))
  useOpenedAudit.setState({ audited, spec: null, saved: null, conflict: false })
}

/** Opens a spec under Audit, and its data under Data. */
export async function openSpec(path: string): Promise<void> {
  const { description, audited } = await auditSpec(path)
  useProject.setState({ file: audited.file, description, count: audited.count, read: audited.read, stale: null })
}

async function auditSpec(path: string): Promise<{ description: FileDescription; audited: Audited }> {
  const spec = await ask<SpecState>('specs/read', { path })
  if (spec.spec === null) throw new RefusedError(422, spec.fault ?? `${path} is empty.`)
  const source = spec.spec.source
  if (source?.file === undefined)
    throw new RefusedError(422, `${path} names no data file, so there is no table to show.`)
  const [file, read, count] = [besideSpec(path, source.file), source.read ?? null, source.count ?? null]
  const description = await readDescription(file, read)
  const variables = [...new Set([...auditVariables(spec.spec), ...tableVariables(description, count)])].slice(0, 40)
  const audited = { file, variables, count, read, stamp: stampOf(file) }
  const table = await readTable(audited)
  const design = await savedDesign(table, path, spec.spec)
  await openTable(table, rangeVariables(table), design)
  useOpenedAudit.setState({ audited, spec, saved: design, conflict: false })
  return { description, audited }
}

async function readTable({ file, variables: columns, count, read }: Audited): Promise<CountedTable> {
  const { variables, codes, counts } = await ask<TableAnswer>('table', {
    file,
    columns,
    count,
    ...(read !== null && { read }),
  })
  return {
    variables,
    codes: codes.map((column) => Int32Array.from(column)),
    counts: Float64Array.from(counts),
  }
}

export async function saveDesign(table: CountedTable, design: TableDesign, path: string): Promise<string> {
  const { spec, audited } = useOpenedAudit.getState()
  const current = spec?.path === path ? spec : await ask<SpecState>('specs/read', { path })
  if (spec?.path !== path && current.version !== 'none')
    throw new RefusedError(409, `${path} is there already. Open it first, or choose another name.`)
  const knownFile = `${path.replace(/\.ya?ml$/i, '')}.known.csv`
  const facts = knownCsv(table, design)
  if (facts !== null) await ask('specs/beside', { path: knownFile, text: facts })
  const { file = '', count = null, read = null } = audited ?? {}
  const source = { file: fromSpec(path, file), ...(count !== null && { count }), ...(read !== null && { read }) }
  const changes = [
    ...(current.version === 'none' ? [{ path: ['source'], value: source }] : []),
    ...auditChanges(
      current.spec?.audit,
      auditFields(table, design, facts === null ? null : knownFile.split('/').at(-1)!),
    ),
  ]
  const next = await ask<SpecState>('specs/write', { path, version: current.version, changes })
  useOpenedAudit.setState({ spec: next, saved: design, conflict: false })
  return path
}

/** Facts that a page takes from a file. */
const MOST_FACTS = 1000

/** The file of known facts that a spec names, by its name in the folder. */
const knownFileOf = ({ path, spec }: SpecState): string | null =>
  spec?.audit?.known === undefined ? null : besideSpec(path, spec.audit.known)

/** The design that a spec and its file of known facts hold. */
async function savedDesign(table: CountedTable, path: string, spec: SpecShape): Promise<TableDesign> {
  const design = designFromSpec(table, spec)
  if (spec.audit?.known === undefined) return design
  const file = besideSpec(path, spec.audit.known)
  const lines = await ask<ReleaseTable>('rows', { file, limit: MOST_FACTS })
  if (lines.matching > MOST_FACTS)
    throw new RefusedError(
      422,
      `${file} has more than ${MOST_FACTS} lines, too many facts for a page. Use "tacet audit".`,
    )
  return { ...design, known: factsOf(lines, design.rows) }
}

/** A design that was changed here is left as it is: the person says when it is read again. */
export async function followAudit(changed: Changed): Promise<void> {
  const { spec, audited } = useOpenedAudit.getState()
  if (audited === null) return
  if (stampOf(audited.file) !== audited.stamp) return isTouched() ? noteConflict() : reopenAudit().catch(noteConflict)
  if (spec === null) return
  const isKnown = isAt(knownFileOf(spec))
  if (!concerns(changed, (path) => path === spec.path || isKnown(path))) return
  const now = await ask<SpecState>('specs/read', { path: spec.path })
  const current = useOpenedAudit.getState()
  if (current.spec?.path !== spec.path) return
  if (now.version === 'none') useOpenedAudit.setState({ spec: null, saved: null, conflict: false })
  else await adopt(now, current.spec).catch(noteConflict)
}

const noteConflict = (): void => useOpenedAudit.setState({ conflict: true })

function isTouched(): boolean {
  const { spec, saved } = useOpenedAudit.getState()
  const { design } = useDesign.getState()
  return spec === null ? useDesign.temporal.getState().pastStates.length > 0 : design !== saved
}

/** The table is counted again only where the spec is of other data: undo then still leads back. */
async function adopt(now: SpecState, before: SpecState): Promise<void> {
  const { table } = useResult.getState()
  const names = table?.variables.map(({ name }) => name) ?? []
  const isSameData = JSON.stringify(now.spec?.source) === JSON.stringify(before.spec?.source)
  const isCounted = now.spec !== null && auditVariables(now.spec).every((one) => names.includes(one))
  if (now.spec === null || table === null || !isSameData || !isCounted)
    return isTouched() || now.spec === null ? noteConflict() : reopenAudit()
  const next = await savedDesign(table, now.path, now.spec)
  const { saved } = useOpenedAudit.getState()
  const isSameKnown = saved !== null && knownCsv(table, next) === knownCsv(table, saved)
  if (now.version === before.version && isSameKnown) return
  if (isTouched()) return noteConflict()
  useDesign.getState().change(next)
  useOpenedAudit.setState({ spec: now, saved: useDesign.getState().design, conflict: false })
}

/** What the audit has open, as the files have it now. */
export async function reopenAudit(): Promise<void> {
  const { spec, audited } = useOpenedAudit.getState()
  if (spec !== null) await auditSpec(spec.path)
  else if (audited !== null) await openCounted(audited)
}
