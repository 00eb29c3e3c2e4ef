import { type Confidential, open } from '../../privacy/confidential.ts'

/**
 * Contributions and cells, to be protected. Interval protection is not differentially private: what is published are true figures, and which of
 * them are not is decided by looking at all of them.
 */
export function contentsForProtection<T>(box: Confidential<T>): T {
  return open(box)
}
