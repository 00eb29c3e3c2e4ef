/**
 * Vectors over the cross of d attributes, and the 2^d orthogonal parts that all its marginals respect:
 *   R^cells = sum over subsets T of the attributes of the range of P_T,
 * P_T being the tensor product of (I - 11'/n) over the attributes in T and of 11'/n over the others: what is told by the
 * marginal of T and by no smaller one. With Q_S the marginal of S, which sums over all other attributes,
 *   Q_S' Q_S = N(not S) sum over T within S of P_T,   N(not S) = cells per answer,
 * so every precision that marginals give is sum_T f_T P_T: 2^d numbers (McKenna, Miklau, Hay, Machanavajjhala, PVLDB 11
 * (2018), 1206-1219). After a reflection along every axis P_T picks the coefficients whose index is not 0 exactly on
 * the axes of T.
 *
 * A subset is a number: bit a stands for attribute a. The last attribute runs fastest.
 */
import { reflectAxis } from './reflection.ts'

/** A set of attributes as bits. */
export type Subset = number

/** Numbers by subset, one of each of the 2^d parts. */
export type ByPart = Float64Array

const MOST_ATTRIBUTES = 20

export class TensorShape {
  readonly sizes: readonly number[]
  readonly cells: number
  /** 2^d. */
  readonly subsets: number
  /** The attributes with more than one level: P_T is 0 for a T that is not within them. */
  readonly varied: Subset
  /** The subset T whose part each coefficient belongs to. */
  readonly partOf: Uint32Array
  readonly #strides: readonly number[]
  readonly #answerOf = new Map<Subset, Int32Array>()

  /** Requires whole sizes of at least 1, of at most 20 attributes. */
  constructor(sizes: readonly number[]) {
    if (sizes.length > MOST_ATTRIBUTES || sizes.some((n) => !Number.isInteger(n) || n < 1)) {
      throw new RangeError(`no cross of attributes has the sizes ${sizes.join(', ')}`)
    }
    this.sizes = sizes
    this.subsets = 2 ** sizes.length
    this.varied = sizes.reduce((set, n, a) => (n > 1 ? set | (1 << a) : set), 0)
    this.#strides = stridesOf(sizes)
    this.cells = sizes.reduce((product, n) => product * n, 1)
    this.partOf = this.#parts()
  }

  #parts(): Uint32Array {
    const parts = new Uint32Array(this.cells)
    this.sizes.forEach((size, a) => {
      const stride = this.#strides[a]
      for (let i = 0; i < parts.length; i++) if (Math.floor(i / stride) % size > 0) parts[i] |= 1 << a
    })
    return parts
  }

  /** How many answers the marginal of a subset has. */
  answers(subset: Subset): number {
    return this.sizes.reduce((product, n, a) => (subset & (1 << a) ? product * n : product), 1)
  }

  /** N(not S): how many cells each answer sums. */
  cellsPerAnswer(subset: Subset): number {
    return this.cells / this.answers(subset)
  }

  /** The shape of a marginal's answers. */
  marginalShape(subset: Subset): TensorShape {
    return new TensorShape(this.sizes.filter((_, a) => subset & (1 << a)))
  }

  /** The answer of the marginal that each cell is counted in. */
  answerOf(subset: Subset): Int32Array {
    const known = this.#answerOf.get(subset)
    if (known !== undefined) return known
    const map = new Int32Array(this.cells)
    this.sizes.forEach((size, a) => {
      if (!(subset & (1 << a))) return
      const stride = this.#strides[a]
      for (let cell = 0; cell < map.length; cell++) map[cell] = map[cell] * size + (Math.floor(cell / stride) % size)
    })
    this.#answerOf.set(subset, map)
    return map
  }

  /** The cell of each answer in which all other attributes have their first level, ascending. */
  firstCells(subset: Subset): Int32Array {
    const cells = new Int32Array(this.answers(subset))
    const answerOf = this.answerOf(subset)
    for (let cell = this.cells - 1; cell >= 0; cell--) cells[answerOf[cell]] = cell
    return cells
  }

  /** Q_S v, written to `out`. */
  marginal(v: Float64Array, subset: Subset, out: Float64Array = new Float64Array(this.answers(subset))): Float64Array {
    const answerOf = this.answerOf(subset)
    out.fill(0)
    for (let cell = 0; cell < v.length; cell++) out[answerOf[cell]] += v[cell]
    return out
  }

  /** v += weight Q_S' m. */
  addBroadcast(v: Float64Array, subset: Subset, m: Float64Array, weight = 1): void {
    const answerOf = this.answerOf(subset)
    for (let cell = 0; cell < v.length; cell++) v[cell] += weight * m[answerOf[cell]]
  }

  /** Turns cells into coefficients and coefficients into cells, in place: it is its own inverse. */
  reflect(v: Float64Array): void {
    this.sizes.forEach((size, a) => {
      reflectAxis(v, size, this.#strides[a])
    })
  }

  /** v := (sum_T f_T P_T) v, in place. */
  apply(v: Float64Array, factors: ByPart): void {
    this.reflect(v)
    for (let i = 0; i < v.length; i++) v[i] *= factors[this.partOf[i]]
    this.reflect(v)
  }
}

function stridesOf(sizes: readonly number[]): number[] {
  const strides = new Array<number>(sizes.length)
  let stride = 1
  for (let a = sizes.length - 1; a >= 0; a--) {
    strides[a] = stride
    stride *= sizes[a]
  }
  return strides
}
