/** A job that is a spec: its text, and the path that file names in it are relative to. */
import { z } from 'zod'
import { type About, parseSpec, type SpecFile } from '../spec/index.ts'

export const specRef = z.strictObject({ path: z.string().min(1), text: z.string() })

export type SpecRef = z.output<typeof specRef>

export function specFileOf({ path, text }: SpecRef): SpecFile {
  return { path, text, spec: parseSpec(text, path) }
}

export function refOf({ path, text }: SpecFile): SpecRef {
  return { path, text }
}

/** Who answers for a release, where the job is a spec that says so. */
export function aboutOf(job: { readonly spec: SpecRef } | object): About | undefined {
  return 'spec' in job ? specFileOf(job.spec).spec.about : undefined
}
