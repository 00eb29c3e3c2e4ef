/** A spec with the columns of its file. */
import type { ColumnDescription, FileDescription, SpecShape, SpecState } from '../answers.ts'
import { ask } from '../api.ts'
import { besideSpec } from '../spec-paths.ts'

export interface OpenedSpec {
  readonly state: SpecState
  readonly spec: SpecShape
  readonly columns: readonly ColumnDescription[]
}

export async function openRoles(path: string): Promise<OpenedSpec | null> {
  const state = await ask<SpecState>('specs/read', { path })
  const file = state.spec?.source?.file
  if (state.spec === null || file === undefined) return null
  const { columns } = await ask<FileDescription>('describe', { file: besideSpec(path, file) })
  return { state, spec: state.spec, columns }
}
