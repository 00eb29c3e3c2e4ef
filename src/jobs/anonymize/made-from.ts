/** Whether a release was made from a spec as it is now. */
import { basename } from 'node:path'
import type { Manifest } from '../../release/index.ts'
import type { SpecFile } from '../../spec/index.ts'
import { anonymizeTask } from './task.ts'

export function isAnonymizedBy(file: SpecFile, { command, spec, inputs }: Manifest): boolean {
  if (command !== 'anonymize' || spec.text === null) return false
  return inputs[0]?.name === basename(anonymizeTask(file).path) && spec.text === file.text
}
