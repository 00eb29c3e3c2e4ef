import { type Confidential, open } from '../privacy/confidential.ts'

/**
 * The true values, for comparing a release with them (`--evaluate`). Whoever calls this makes its output confidential, and
 * must stamp it so.
 */
export function truthForEvaluation<T>(box: Confidential<T>): T {
  return open(box)
}
