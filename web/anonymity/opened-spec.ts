/** A spec with the columns of its file. */
import { useState } from 'react'
import type { ColumnDescription, FileDescription, SpecShape, SpecState } from '../answers.ts'
import { ask, RefusedError } from '../api.ts'
import { useRound } from '../folder-changes.ts'
import { type Loaded, useLoaded } from '../parts/load.tsx'
import { besideSpec, isFileOf } from '../spec-paths.ts'

export interface OpenedSpec {
  readonly state: SpecState
  readonly spec: SpecShape
  readonly columns: readonly ColumnDescription[]
}

async function openRoles(path: string): Promise<OpenedSpec> {
  const state = await ask<SpecState>('specs/read', { path })
  if (state.version === 'none') throw new RefusedError(422, `${path} is not in the folder any more.`)
  if (state.spec === null) throw new RefusedError(422, state.fault ?? `${path} is empty.`)
  const file = state.spec.source?.file
  if (file === undefined) throw new RefusedError(422, `${path} names no data file, so its columns are not known.`)
  const { columns } = await ask<FileDescription>('describe', { file: besideSpec(path, file) })
  return { state, spec: state.spec, columns }
}

/** The spec as its files have it, read again when they change; when it cannot be read any more, as it was. */
export function useOpenedSpec(path: string | null): Loaded<OpenedSpec | null> {
  const [last, setLast] = useState<OpenedSpec | null>(null)
  const before = last?.state.path === path ? last : null
  const round = useRound(isFileOf(path ?? '', before?.spec))
  const loaded = useLoaded(() => (path === null ? Promise.resolve(null) : openRoles(path)), [path, round])
  if (loaded.value !== null && loaded.value !== last) setLast(loaded.value)
  return { ...loaded, value: loaded.value?.state.path === path ? loaded.value : before }
}
