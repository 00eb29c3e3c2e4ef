/** The folder, the file and the spec that are open. */

import { create } from 'zustand'
import type { Project } from '../src/server/answers.ts'
import type { FileDescription, Reading, SpecState, TableAnswer } from './answers.ts'
import { ask, RefusedError, wordsOf } from './api.ts'
import type { CountedTable } from './audit/bounds.ts'
import type { TableDesign } from './audit/design.ts'
import { withOrderedLevels } from './audit/level-order.ts'
import { isTogether } from './audit/releases.ts'
import { auditFields, auditVariables, designFromSpec, knownCsv, startDesign } from './audit/spec-fields.ts'
import { openTable, useDesign, useResult } from './audit/store.ts'
import { tableVariables } from './data/table-variables.ts'
import { type Changed, concerns, isAt } from './folder-changes.ts'
import { besideSpec, fromSpec } from './spec-paths.ts'

export interface ProjectState {
  readonly project: Project | null
  /** The data file that was described last. */
  readonly file: string | null
  readonly description: FileDescription | null
  readonly count: string | null
  /** How the person says the file is read, where it can be read in two ways. */
  readonly read: Reading | null
  /** Why the file cannot be described any more; what is shown was read before. */
  readonly stale: string | null
  /** The table that the audit has open, as it was counted. */
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

export const useProject = create<ProjectState>()(() => ({
  project: null,
  file: null,
  description: null,
  count: null,
  read: null,
  stale: null,
  audited: null,
  spec: null,
  saved: null,
  conflict: false,
}))

let asked = 0

/** Of several answers on their way the one that was asked for last counts. */
export async function loadProject(): Promise<Project> {
  const mine = ++asked
  const project = await ask<Project>('project')
  if (mine === asked) useProject.setState({ project })
  return project
}

const describe = (file: string, read: Reading | null): Promise<FileDescription> =>
  ask<FileDescription>('describe', { file, ...(read !== null && { read }) })

export async function describeFile(file: string, read: Reading | null = null): Promise<FileDescription> {
  const description = await describe(file, read)
  const count = description.columns.find(({ looksLike }) => looksLike === 'count')?.name ?? null
  useProject.setState({ file, description, count, read, stale: null })
  return description
}

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
  const { table, ordered } = await readTable(audited)
  await openTable(table, ordered, startDesign(table))
  useProject.setState({ audited, spec: null, saved: null, conflict: false })
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
  const description = await describe(file, read)
  const variables = [...new Set([...auditVariables(spec.spec), ...tableVariables(description, count)])].slice(0, 40)
  const audited = { file, variables, count, read, stamp: stampOf(file) }
  const { table, ordered } = await readTable(audited)
  const design = designFromSpec(table, spec.spec)
  await openTable(table, ordered, design)
  useProject.setState({ audited, spec, saved: design, conflict: false })
  return { description, audited }
}

async function readTable({
  file,
  variables: columns,
  count,
  read,
}: Audited): Promise<ReturnType<typeof withOrderedLevels>> {
  const { variables, codes, counts } = await ask<TableAnswer>('table', {
    file,
    columns,
    count,
    ...(read !== null && { read }),
  })
  return withOrderedLevels({
    variables,
    codes: codes.map((column) => Int32Array.from(column)),
    counts: Float64Array.from(counts),
  })
}

export async function saveDesign(table: CountedTable, design: TableDesign, path: string): Promise<string> {
  const { spec, audited } = useProject.getState()
  const current = spec?.path === path ? spec : await ask<SpecState>('specs/read', { path })
  if (spec?.path !== path && current.version !== 'none')
    throw new RefusedError(409, `${path} is there already. Open it first, or choose another name.`)
  const knownFile = `${path.replace(/\.ya?ml$/i, '')}.known.csv`
  const hasFacts = design.known.length > 0 && !isTogether(design)
  if (hasFacts) await ask('specs/beside', { path: knownFile, text: knownCsv(table, design) })
  const { file = '', count = null, read = null } = audited ?? {}
  const source = { file: fromSpec(path, file), ...(count !== null && { count }), ...(read !== null && { read }) }
  const audit = auditFields(table, design, hasFacts ? knownFile.split('/').at(-1)! : null)
  const changes = [
    ...(current.version === 'none' ? [{ path: ['source'], value: source }] : []),
    { path: ['audit'], value: audit },
  ]
  const next = await ask<SpecState>('specs/write', { path, version: current.version, changes })
  useProject.setState({ spec: next, saved: design, conflict: false })
  return path
}

/** Files changed outside: the list, the file that is described and the table of the audit are read again. */
export async function onChanged(changed: Changed): Promise<void> {
  await loadProject()
  await Promise.all([followDescription(changed), followAudit(changed)])
}

async function followDescription(changed: Changed): Promise<void> {
  const { file, read } = useProject.getState()
  if (file === null || !concerns(changed, isAt(file))) return
  const isStill = (): boolean => useProject.getState().file === file && useProject.getState().read === read
  try {
    const description = await describe(file, read)
    if (isStill()) useProject.setState({ description, stale: null })
  } catch (error) {
    if (isStill()) useProject.setState({ stale: wordsOf(error) })
  }
}

/** A design that was changed here is left as it is: the person says when it is read again. */
async function followAudit(changed: Changed): Promise<void> {
  const { spec, audited } = useProject.getState()
  if (audited === null) return
  if (stampOf(audited.file) !== audited.stamp) return isTouched() ? noteConflict() : reopenAudit().catch(noteConflict)
  if (spec === null || !concerns(changed, isAt(spec.path))) return
  const now = await ask<SpecState>('specs/read', { path: spec.path })
  const { spec: current } = useProject.getState()
  if (current?.path !== spec.path || now.version === current.version) return
  if (now.version === 'none') useProject.setState({ spec: null, saved: null, conflict: false })
  else if (isTouched() || now.spec === null) noteConflict()
  else await adoptSpec(now)
}

const noteConflict = (): void => useProject.setState({ conflict: true })

function isTouched(): boolean {
  const { spec, saved } = useProject.getState()
  const { design } = useDesign.getState()
  return spec === null ? useDesign.temporal.getState().pastStates.length > 0 : design !== saved
}

/** The table is counted again only where the spec is of other data: undo then still leads back. */
async function adoptSpec(now: SpecState): Promise<void> {
  const { spec: before } = useProject.getState()
  const { table } = useResult.getState()
  const names = table?.variables.map(({ name }) => name) ?? []
  const isSameData = JSON.stringify(now.spec?.source) === JSON.stringify(before?.spec?.source)
  if (
    now.spec === null ||
    table === null ||
    !isSameData ||
    !auditVariables(now.spec).every((one) => names.includes(one))
  )
    return reopenAudit()
  useDesign.getState().change(designFromSpec(table, now.spec))
  useProject.setState({ spec: now, saved: useDesign.getState().design, conflict: false })
}

/** What the audit has open, as the files have it now. */
export async function reopenAudit(): Promise<void> {
  const { spec, audited } = useProject.getState()
  if (spec !== null) await auditSpec(spec.path)
  else if (audited !== null) await openCounted(audited)
}
