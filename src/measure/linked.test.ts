/** A few of the specs that `linked.long.test.ts` has a thousand of. */
import { expect, test } from 'vitest'
import { sampled } from '../../test/support/linked/linked-sample.ts'

test('what is said of linked tables is what enumeration shows', () => {
  const { planned, exact, open } = sampled(12)
  expect(planned).toBeGreaterThan(5)
  expect(Math.min(exact, open)).toBeGreaterThan(20)
})
