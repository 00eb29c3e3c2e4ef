/** Roles written into a spec: one that is there keeps everything else, a new one is ready for `tacet anonymize`. */
import type { Reading, SpecState } from '../answers.ts'
import { ask, RefusedError } from '../api.ts'
import { besideSpec, fromSpec } from '../spec-paths.ts'
import { type Roles, roleChanges, type SpecChange } from './roles.ts'

/** What a new spec asks for; the person changes it in the file. */
const FIRST_ANONYMIZE = { k: 5 }

export interface RolesToSave {
  readonly file: string
  readonly roles: Roles
  readonly read: Reading | null
  /** Whose records count as one person's; null: every line is another person. For a new spec: one that is there keeps its own. */
  readonly person: string | null
}

export async function saveRoles(path: string, toSave: RolesToSave): Promise<SpecState> {
  const current = await ask<SpecState>('specs/read', { path })
  return ask<SpecState>('specs/write', {
    path,
    version: current.version,
    changes: changesFor(current, toSave),
  })
}

function changesFor(
  { path, version, spec, fault }: SpecState,
  { file, roles, read, person }: RolesToSave,
): readonly SpecChange[] {
  if (version === 'none')
    return [
      { path: ['source'], value: { file: fromSpec(path, file), ...(read !== null && { read }) } },
      ...roleChanges({}, roles),
      { path: ['anonymize'], value: { ...FIRST_ANONYMIZE, ...(person !== null && { person }) } },
    ]
  if (spec === null) throw new RefusedError(422, fault ?? `${path} is empty.`)
  const named = spec.source?.file
  if (named === undefined || besideSpec(path, named) !== file)
    throw new RefusedError(409, `${path} is about other data than ${file}. Choose another name.`)
  const reads = read === null ? [] : [{ path: ['source', 'read'], value: { ...spec.source?.read, ...read } }]
  return [...reads, ...roleChanges(spec, roles)]
}
