/** The folder, the file and the spec that are open. */

import { create } from 'zustand'
import type { Project, ReleaseTable } from '../src/server/answers.ts'
import type { FileDescription, Reading, SpecShape, SpecState, TableAnswer } from './answers.ts'
import { ask, RefusedError } from './api.ts'
import { auditChanges } from './audit/audit-changes.ts'
import type { CountedTable } from './audit/bounds.ts'
import type { TableDesign } from './audit/design.ts'
import { factsOf, knownCsv } from './audit/known-file.ts'
import { rangeVariables } from './audit/range-variables.ts'
import { auditFields, auditVariables, designFromSpec, startDesign } from './audit/spec-fields.ts'
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
  const design = await savedDesign(table, path, spec.spec)
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
  const facts = knownCsv(table, design)
  if (facts !== null) await ask('specs/beside', { path: knownFile, text: facts })
  const source = { file: fromSpec(path, file ?? ''), ...(count !== null && { count }), ...(read !== null && { read }) }
  const audit = auditFields(table, design, facts === null ? null : knownFile.split('/').at(-1)!)
  const changes = [
    ...(current.version === 'none' ? [{ path: ['source'], value: source }] : []),
    ...auditChanges(current.spec?.audit, audit),
  ]
  const next = await ask<SpecState>('specs/write', { path, version: current.version, changes })
  useProject.setState({ spec: next, saved: design, conflict: false })
  return path
}

/** Facts that a page takes from a file. */
const MOST_FACTS = 1000

/** The file of known facts that a spec names, by its name in the folder. */
const knownFileOf = (path: string, { audit }: SpecShape): string | null =>
  audit?.known === undefined ? null : besideSpec(path, audit.known)

/** The design that a spec and its file of known facts hold. */
async function savedDesign(table: CountedTable, path: string, spec: SpecShape): Promise<TableDesign> {
  const design = designFromSpec(table, spec)
  const file = knownFileOf(path, spec)
  if (file === null) return design
  const lines = await ask<ReleaseTable>('rows', { file, limit: MOST_FACTS })
  if (lines.matching > MOST_FACTS)
    throw new RefusedError(
      422,
      `${file} has more than ${MOST_FACTS} lines, too many facts for a page. Use "tacet audit".`,
    )
  return { ...design, known: factsOf(lines, design.rows) }
}

/** Files changed outside: the list is read again, and the open spec with its known facts too unless the page has changes of its own. */
export async function onChanged(paths: readonly string[]): Promise<void> {
  await loadProject()
  const { spec: before } = useProject.getState()
  const { table } = useResult.getState()
  if (before === null || table === null) return
  const { path } = before
  const known = before.spec === null ? null : knownFileOf(path, before.spec)
  if (!paths.some((changed) => changed === path || changed === known)) return
  const now = await ask<SpecState>('specs/read', { path })
  const next = now.spec === null ? null : await savedDesign(table, path, now.spec).catch(() => null)
  const { spec, saved } = useProject.getState()
  if (spec?.path !== path || saved === null) return
  if (now.version === spec.version && next !== null && knownCsv(table, next) === knownCsv(table, saved)) return
  if (useDesign.getState().design !== saved || next === null) {
    useProject.setState({ conflict: true })
    return
  }
  useProject.setState({ spec: now, saved: next, conflict: false })
  useDesign.getState().change(next)
  useProject.setState({ saved: useDesign.getState().design })
}
