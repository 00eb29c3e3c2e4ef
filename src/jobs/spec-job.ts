/** A job is a spec: its text, the path that file names in it are relative to, and what stands beside it. */
import { join } from 'node:path'
import { z } from 'zod'
import type { SpecJob } from '../run/capability.ts'
import { parseSpec, type SpecFields, type SpecFile } from '../spec/index.ts'

export const specRef = z.strictObject({ path: z.string().min(1), text: z.string() })

export type SpecRef = z.output<typeof specRef>

export function specFileOf({ path, text }: SpecRef): SpecFile {
  return { path, text, spec: parseSpec(text, path) }
}

/** The job that a spec file asks for. */
export function jobFrom({ path, text }: Pick<SpecFile, 'path' | 'text'>): SpecJob {
  return { spec: { path, text } }
}

/** The job of a spec that a program writes: its fields, and the folder that file names in it are relative to. */
export function specJob(spec: SpecFields, folder = '.'): SpecJob {
  return { spec: { path: join(folder, 'spec.json'), text: JSON.stringify({ tacet: 1, ...spec }) } }
}
