import { RequestError } from '../request-error.ts'

/** One thing that was looked at in a release. */
export interface Check {
  readonly name: string
  readonly ok: boolean
  /** What was found; for a check that was not made, why. */
  readonly detail: string
}

/** A check that is right when it found no fault. */
export function checkOf(name: string, faults: readonly string[], detail: string): Check {
  return { name, ok: faults.length === 0, detail: faults.join('; ') || detail }
}

/** What cannot be read is a failed check, and what depends on it is not looked at. */
export async function guarded(name: string, work: () => Promise<readonly Check[]>): Promise<readonly Check[]> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RequestError) return [{ name, ok: false, detail: error.message }]
    throw error
  }
}
