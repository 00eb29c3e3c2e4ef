/** What was asked, as the manifest holds it: a spec; earlier builds wrote the flags of a command, which are read as one. */
import { basename } from 'node:path'
import { parse } from 'yaml'
import type { z } from 'zod'
import { plainIssue } from '../plain-issue.ts'
import type { Manifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import { parseSpec, type Spec, specOfRequest } from '../spec/index.ts'

export function specOf(manifest: Manifest): Spec {
  const text = textOfSpec(manifest)
  const request = requestOf(manifest)
  return parseSpec(isSpec(text) ? text : JSON.stringify(request), 'the spec in the manifest')
}

/** The request as data, where a whole spec is not needed or (without its private values) is none. */
export function requestOf(manifest: Manifest): Readonly<Record<string, unknown>> {
  let request: unknown
  try {
    request = parse(textOfSpec(manifest))
  } catch {
    throw badInput('what the manifest says was asked is neither YAML nor JSON')
  }
  if (typeof request !== 'object' || request === null) throw badInput('the manifest does not say what was asked')
  return specOfRequest(request as Readonly<Record<string, unknown>>, manifest.inputs[0]?.name ?? 'data.csv')
}

/** Whether it was a spec as it is: complaints then name its lines. */
const isSpec = (text: string): boolean => !text.startsWith('{') || text.startsWith('{"tacet"')

/** A part of a request in the shape that the checks rely on. */
export function shaped<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value, { error: plainIssue })
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]
  throw badInput(`${what} in the manifest: ${[...path, message].join(': ')}`)
}

/** What a ledger calls the data. */
export function datasetOf({ file, postgres }: Spec['source']): string | undefined {
  return file === undefined ? postgres?.from : basename(file)
}

function textOfSpec({ spec: { text } }: Manifest): string {
  if (text === null) throw badInput('the manifest does not say what was asked')
  return text
}
