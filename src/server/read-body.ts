/** The JSON of a request, checked against what its route takes. */
import type { Context } from 'hono'
import type { z } from 'zod'
import { plainIssue } from '../plain-issue.ts'
import { badInput } from '../request-error.ts'

export async function readBody<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  const body = await context.req.json().catch(() => {
    throw badInput('The request is not JSON.')
  })
  const parsed = schema.safeParse(body, { error: plainIssue })
  if (parsed.success) return parsed.data
  const [{ path, message }] = parsed.error.issues
  throw badInput(`The request: ${path.join('.') || 'the document'}: ${message}.`)
}
