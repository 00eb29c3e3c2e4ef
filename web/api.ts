/** The one way to the server: JSON there, JSON back, and a refusal as an error with words for a person. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export async function ask<T>(path: string, body: unknown = {}): Promise<T> {
  const answer = await fetch(`/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new RefusedError(0, 'The studio does not answer. Is "tacet studio" still running?')
  })
  const read = (await answer.json().catch(() => ({}))) as { error?: { message?: string } }
  if (!answer.ok) throw new RefusedError(answer.status, read.error?.message ?? `The studio answered ${answer.status}.`)
  return read as T
}

/** What an error says to a person. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
