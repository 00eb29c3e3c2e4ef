/** Errors as answers: a message for the person where the request was at fault, and nothing of the inside where we were. */
import type { Context } from 'hono'
import { RequestError } from '../request-error.ts'

const STATUS = { input: 422, refused: 409, infeasible: 422 } as const

export function problem(error: unknown, context: Context): Response {
  if (error instanceof RequestError)
    return context.json({ error: { code: error.code, message: error.message } }, STATUS[error.code])
  // The text of an unknown error can hold what was read: the person is told that it happened, not what it says.
  const kind = error instanceof Error ? error.name : 'unknown'
  const message = `This is a fault in Tacet (${kind}), not in what you asked for. The same job on the command line shows its details.`
  return context.json({ error: { code: 'fault', message } }, 500)
}
