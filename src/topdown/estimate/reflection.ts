/**
 * A change of basis along one axis of a tensor that parts the mean from the rest:
 *   H = I - u u' / (1 - 1/sqrt(n)),  u = e_0 - 1/sqrt(n)
 * is symmetric and its own inverse, and takes the vector of ones to sqrt(n) e_0. So entry 0 of H v is the sum of v over
 * sqrt(n), and the other n - 1 entries are what is orthogonal to the ones. Householder, J. ACM 5 (1958), 339-342.
 */

/** Applies H along the axis of `size` levels that lie `stride` apart, in place. */
export function reflectAxis(v: Float64Array, size: number, stride: number): void {
  if (size === 1) return
  if (size === 2) {
    reflectPairs(v, stride)
    return
  }
  const root = 1 / Math.sqrt(size)
  const slope = root / (1 - root)
  const span = size * stride
  for (let block = 0; block < v.length; block += span) {
    for (let first = block; first < block + stride; first++) reflectFibre(v, first, first + span, stride, root, slope)
  }
}

/** Entries first, first + stride, ... below end. */
function reflectFibre(v: Float64Array, first: number, end: number, stride: number, root: number, slope: number): void {
  let sum = 0
  for (let i = first; i < end; i += stride) sum += v[i]
  const mean = sum * root
  const shift = (v[first] - mean) * slope
  v[first] = mean
  for (let i = first + stride; i < end; i += stride) v[i] += shift
}

/** The same for two levels: half the sum and half the difference, each times sqrt(2). */
function reflectPairs(v: Float64Array, stride: number): void {
  for (let block = 0; block < v.length; block += 2 * stride) {
    for (let i = block; i < block + stride; i++) {
      const a = v[i] * Math.SQRT1_2
      const b = v[i + stride] * Math.SQRT1_2
      v[i] = a + b
      v[i + stride] = a - b
    }
  }
}
