/** The folder, the file and the spec that are open. */

import { create } from 'zustand'
import type { Project } from '../src/server/answers.ts'
import type { FileDescription, Reading, SpecState, TableAnswer } from './answers.ts'
import { ask, RefusedError } from './api.ts'
import type { CountedTable } from './audit/bounds.ts'
import type { TableDesign } from './audit/design.ts'
import { rangeVariables } from './audit/range-variables.ts'
import { isTogether } from './audit/releases.ts'
import { auditFields, auditVariables, designFromSpec, knownCsv, startDesign } from './audit/spec-fields.ts'
import { openTable, useDesign, useResult } from './audit/store.ts'
import { tableVariables } from './data/table-variables.ts'
import { besideSpec, fromSpec } from './spec-paths.ts'

export interface ProjectState {
  readonly project: Project | null
  /** The data file whose table is open. */
  readonly file: string | null
  readonly description: FileDescription | null
  readonly count: string | null
  /** How the person says the file is read, where it can be read in two ways. */
  readonly read: Reading | null
  readonly spec: SpecState | null
  /** The design as it was saved last, to tell whether it has changed. */
  readonly saved: TableDesign | null
  /** The spec was changed by somebody else while this page had changes of its own. */
  readonly conflict: boolean
}

export const useProject = create<ProjectState>()(() => ({
  project: null,
  file: null,
  description: null,
  count: null,
  read: null,
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

export async function describeFile(file: string, read: Reading | null = null): Promise<FileDescription> {
  const description = await ask<FileDescription>('describe', { file, ...(read !== null && { read }) })
  const count = description.columns.find(({ looksLike }) => looksLike === 'count')?.name ?? null
  useProject.setState({ file, description, count, read })
  return description
}

/** Counts the file by some of its variables and opens the audit on it. */
export async function openFile(file: string, variables: readonly string[], count: string | null): Promise<void> {
  const table = await readTable(file, variables, count)
  await openTable(table, rangeVariables(table), startDesign(table))
  useProject.setState({ file, count, spec: null, saved: null, conflict: false })
}

export async function openSpec(path: string): Promise<void> {
  const spec = await ask<SpecState>('specs/read', { path })
  if (spec.spec === null) throw new RefusedError(422, spec.fault ?? `${path} is empty.`)
  const source = spec.spec.source
  if (source?.file === undefined)
    throw new RefusedError(422, `${path} names no data file, so there is no table to show.`)
  const file = besideSpec(path, source.file)
  const description = await describeFile(file, source.read ?? null)
  const count = source.count ?? null
  const variables = [...new Set([...auditVariables(spec.spec), ...tableVariables(description, count)])].slice(0, 40)
  const table = await readTable(file, variables, count)
  const design = designFromSpec(table, spec.spec)
  await openTable(table, rangeVariables(table), design)
  useProject.setState({ spec, saved: design, count, conflict: false })
}

async function readTable(file: string, columns: readonly string[], count: string | null): Promise<CountedTable> {
  const { read } = useProject.getState()
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
  const { spec, file, count, read } = useProject.getState()
  const current = spec?.path === path ? spec : await ask<SpecState>('specs/read', { path })
  if (spec?.path !== path && current.version !== 'none')
    throw new RefusedError(409, `${path} is there already. Open it first, or choose another name.`)
  const knownFile = `${path.replace(/\.ya?ml$/i, '')}.known.csv`
  const hasFacts = design.known.length > 0 && !isTogether(design)
  if (hasFacts) await ask('specs/beside', { path: knownFile, text: knownCsv(table, design) })
  const source = { file: fromSpec(path, file ?? ''), ...(count !== null && { count }), ...(read !== null && { read }) }
  const audit = auditFields(table, design, hasFacts ? knownFile.split('/').at(-1)! : null)
  const changes = [
    ...(current.version === 'none' ? [{ path: ['source'], value: source }] : []),
    { path: ['audit'], value: audit },
  ]
  const next = await ask<SpecState>('specs/write', { path, version: current.version, changes })
  useProject.setState({ spec: next, saved: design, conflict: false })
  return path
}

/** Files changed outside: the list is read again, and the open spec too unless the page has changes of its own. */
export async function onChanged(paths: readonly string[]): Promise<void> {
  await loadProject()
  const { spec, saved } = useProject.getState()
  if (spec === null || !paths.includes(spec.path)) return
  const now = await ask<SpecState>('specs/read', { path: spec.path })
  if (now.version === spec.version) return
  const { table } = useResult.getState()
  if (useDesign.getState().design !== saved || now.spec === null || table === null) {
    useProject.setState({ conflict: true })
    return
  }
  const design = designFromSpec(table, now.spec)
  useProject.setState({ spec: now, saved: design, conflict: false })
  useDesign.getState().change(design)
  useProject.setState({ saved: useDesign.getState().design })
}
