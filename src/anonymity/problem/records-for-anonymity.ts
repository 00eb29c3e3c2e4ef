import { type Confidential, open } from '../../privacy/confidential.ts'

/**
 * The records, to be made anonymous. k-anonymity is not differentially private: what comes out are the records themselves,
 * coarser, and the report says so.
 */
export function recordsForAnonymity<T>(records: Confidential<T>): T {
  return open(records)
}
