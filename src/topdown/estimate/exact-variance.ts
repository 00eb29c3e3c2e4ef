/** What is exact is given this variance where least squares needs one. */
export const EXACT_VARIANCE = 1e-12
