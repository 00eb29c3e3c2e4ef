/** Nine times in ten a true count lies within so many standard errors of the released one, where the error is near to normal. */
export const NINE_IN_TEN = 1.645

/** Whether nobody may be in a place that was released with people. An exact count is what it says; one without a stated error may be anything. */
export function mayBeEmpty(count: number, standardError: number | null): boolean {
  return count > 0 && standardError !== null && standardError > 0 && count <= NINE_IN_TEN * standardError
}
