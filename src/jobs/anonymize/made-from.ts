/** What was asked of an anonymisation, as its manifest keeps it, and whether a release was made from a spec as it is now. */
import { basename } from 'node:path'
import type { Manifest } from '../../release/index.ts'
import type { SpecFile } from '../../spec/index.ts'
import { refOf } from '../spec-job.ts'
import { type AnonymizeTask, askedAnonymity } from './job.ts'

export function requestText(task: AnonymizeTask): string {
  return JSON.stringify({ ...task, path: undefined, weights: [...task.weights], roles: [...task.roles] })
}

/** Files are compared by their names: where the folder stands, and who called from where, plays no part. */
export function isAnonymizedBy(file: SpecFile, { command, spec, inputs }: Manifest): boolean {
  if (command !== 'anonymize' || spec.text === null) return false
  const { task } = askedAnonymity({ spec: refOf(file) })
  return inputs[0]?.name === basename(task.path) && withoutFolders(spec.text) === withoutFolders(requestText(task))
}

const withoutFolders = (request: string): string =>
  JSON.stringify(JSON.parse(request), (field, value) =>
    (field === 'path' || field === 'start') && typeof value === 'string' ? basename(value) : value,
  )
