/**
 * Which rows of a cone are tight everywhere:  C = { z >= 0 : r_i z <= 0 for all i }  in whole numbers.
 *
 * One point of C, in whole numbers, is strict in every row (and above 0 in every column) that is not tight on all of C; and one set of
 * weights y > 0, just on the tight ones, has  sum y_i r_i - sum v_j e_j = 0, so that nothing in C can be strict there (Farkas). Both are
 * proofs that anybody can check by multiplying.
 *
 * First, whatever has no positive entry may be as large as one likes: it makes its rows strict, and they go. What is left is solved by
 * the simplex method from the point 0, with Bland's rule and in whole numbers throughout (Edmonds, "Systems of distinct representatives
 * and linear algebra", 1967): the sum of slacks that are not known to be strict is 0 at the most, or grows along a ray, which is kept.
 */

export interface ConeInterior {
  /** 1 for a row that is 0 on all of C. */
  readonly tightRows: Uint8Array
  readonly tightColumns: Uint8Array
  /** Strict in all others. */
  readonly interior: readonly bigint[]
  /** Above 0 just on the tight rows and columns; a multiple of the weights. */
  readonly rowWeights: readonly bigint[]
  readonly columnWeights: readonly bigint[]
}

type Rows = readonly ReadonlyMap<number, bigint>[]

export function coneInterior(rows: Rows, columns: number): ConeInterior {
  const { layers, left } = freed(rows, columns)
  const held = [...new Set(left.flatMap((i) => [...rows[i].keys()]))].filter((j) => !layers.some((l) => l.column === j))
  const core = solved(
    left.map((i) => rows[i]),
    held,
  )
  const interior = new Array<bigint>(columns).fill(0n)
  held.forEach((j, place) => {
    interior[j] = core.point[place]
  })
  for (const { column, made } of layers.toReversed()) {
    let least = 1n
    for (const i of made) {
      let sum = 0n
      for (const [j, value] of rows[i]) if (j !== column) sum += value * interior[j]
      const own = -(rows[i].get(column) as bigint)
      if (sum >= 0n) least = larger(least, sum / own + 1n)
    }
    interior[column] = least
  }
  const rowWeights = new Array<bigint>(rows.length).fill(0n)
  left.forEach((i, place) => {
    rowWeights[i] = core.rowWeights[place]
  })
  const columnWeights = new Array<bigint>(columns).fill(0n)
  held.forEach((j, place) => {
    columnWeights[j] = core.columnWeights[place]
  })
  return {
    tightRows: Uint8Array.from(rowWeights, (weight) => (weight > 0n ? 1 : 0)),
    tightColumns: Uint8Array.from(columnWeights, (weight) => (weight > 0n ? 1 : 0)),
    interior,
    rowWeights,
    columnWeights,
  }
}

/** A column without positive entries in the rows that are left, and the rows that it makes strict. */
interface Layer {
  readonly column: number
  readonly made: readonly number[]
}

function freed(rows: Rows, columns: number): { readonly layers: readonly Layer[]; readonly left: readonly number[] } {
  const layers: Layer[] = []
  const rowsOf: number[][] = Array.from({ length: columns }, () => [])
  const positive = new Int32Array(columns)
  rows.forEach((row, i) => {
    for (const [j, value] of row) {
      rowsOf[j].push(i)
      if (value > 0n) positive[j]++
    }
  })
  const gone = new Uint8Array(rows.length)
  const ready = Array.from(positive.keys()).filter((j) => positive[j] === 0)
  for (let column = ready.pop(); column !== undefined; column = ready.pop()) {
    const made = rowsOf[column].filter((i) => gone[i] === 0)
    layers.push({ column, made })
    for (const i of made) {
      gone[i] = 1
      for (const [j, value] of rows[i]) if (value > 0n && --positive[j] === 0) ready.push(j)
    }
  }
  return { layers, left: Array.from(gone.keys()).filter((i) => gone[i] === 0) }
}

interface Core {
  readonly point: bigint[]
  readonly rowWeights: readonly bigint[]
  readonly columnWeights: readonly bigint[]
}

/** Columns are `held` in their order; then come the slacks of the rows, which are the first basis. */
function solved(rows: Rows, held: readonly number[]): Core {
  const [m, n] = [rows.length, held.length]
  const placeOf = new Map(held.map((j, place) => [j, place]))
  const table = rows.map((row, i) => {
    const line = new Array<bigint>(n + m).fill(0n)
    for (const [j, value] of row) {
      const place = placeOf.get(j)
      if (place !== undefined) line[place] = value
    }
    line[n + i] = 1n
    return line
  })
  const basis = rows.map((_, i) => n + i)
  const strict = new Uint8Array(n + m)
  const point = new Array<bigint>(n + m).fill(0n)
  let scale = 1n
  for (;;) {
    const price = prices(table, basis, strict, scale)
    const entering = price.findIndex((one) => one > 0n)
    if (entering < 0) {
      const y = rows.map((_, i) => (strict[n + i] === 1 ? 0n : scale) - price[n + i])
      const v = held.map((_, j) => (strict[j] === 1 ? 0n : scale) - price[j])
      return { point: point.slice(0, n), rowWeights: y, columnWeights: v }
    }
    const leaving = lowestLeaving(table, basis, entering)
    if (leaving >= 0) scale = pivot(table, basis, leaving, entering, scale)
    else addRay(point, strict, table, basis, entering, scale)
  }
}

/** What a unit of each column adds to the sum of the slacks and columns that are not known to be strict, times the scale. */
function prices(table: readonly bigint[][], basis: readonly number[], strict: Uint8Array, scale: bigint): bigint[] {
  const price = Array.from(strict, (known) => (known === 1 ? 0n : scale))
  table.forEach((line, i) => {
    if (strict[basis[i]] === 1) return
    line.forEach((value, j) => {
      if (value !== 0n) price[j] -= value
    })
  })
  return price
}

/** All ratios are 0, so Bland's rule takes the lowest of the basis. */
function lowestLeaving(table: readonly bigint[][], basis: readonly number[], entering: number): number {
  let leaving = -1
  table.forEach((line, i) => {
    if (line[entering] > 0n && (leaving < 0 || basis[i] < basis[leaving])) leaving = i
  })
  return leaving
}

/** Every division is without rest, and the new scale is the pivot, above 0. */
function pivot(table: bigint[][], basis: number[], row: number, column: number, scale: bigint): bigint {
  const chosen = table[row]
  const own = chosen[column]
  table.forEach((line, i) => {
    if (i === row) return
    const factor = line[column]
    if (factor === 0n && own === scale) return
    for (let j = 0; j < line.length; j++) {
      if (factor === 0n) line[j] = (line[j] * own) / scale
      else line[j] = (line[j] * own - factor * chosen[j]) / scale
    }
  })
  basis[row] = column
  return own
}

function addRay(
  point: bigint[],
  strict: Uint8Array,
  table: readonly bigint[][],
  basis: readonly number[],
  entering: number,
  scale: bigint,
): void {
  point[entering] += scale
  table.forEach((line, i) => {
    point[basis[i]] -= line[entering]
  })
  point.forEach((value, j) => {
    if (value > 0n) strict[j] = 1
  })
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
