import { plainIssue } from '../../plain-issue.ts'
import { badField } from '../../request-error.ts'
import { type Reading, reading } from '../../spec/index.ts'

/** How a file is to be read, as somebody says it. Throws, naming the field, on what is unknown. */
export function checkReading(given: unknown): Reading {
  if (given === undefined) return {}
  const parsed = reading.safeParse(given, { error: plainIssue })
  if (parsed.success) return parsed.data
  const [{ path, message }] = parsed.error.issues
  throw badField(`source.read.${String(path[0])}`, message)
}
