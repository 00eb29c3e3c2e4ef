import { expect, test } from 'vitest'
import { add, multiply, type Rational, rational, ZERO } from '../../exact/rational.ts'
import { seededEntropy } from '../../noise/seeded.ts'
import { ExactSystem, type WholeRows } from './exact-system.ts'

const entropy = seededEntropy('exact systems')
const draw = (n: number): number => entropy.belowSmall(n)

function rowsOf(matrix: readonly (readonly bigint[])[]): WholeRows {
  const starts = [0]
  const columns: number[] = []
  const values: number[] = []
  const large = new Map<number, bigint>()
  for (const row of matrix) {
    row.forEach((value, j) => {
      if (value === 0n) return
      if (BigInt(Number(value)) !== value || Math.abs(Number(value)) > 2 ** 53) large.set(values.length, value)
      columns.push(j)
      values.push(Number(value))
    })
    starts.push(columns.length)
  }
  return {
    size: matrix.length,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
    large,
  }
}

const times = (matrix: readonly (readonly bigint[])[], x: readonly Rational[]): Rational[] =>
  matrix.map((row) => row.reduce((total, value, j) => add(total, multiply(rational(value), x[j])), ZERO))

const transposed = (matrix: readonly (readonly bigint[])[]) => matrix.map((_, j) => matrix.map((row) => row[j]))

test.each([
  ['small numbers', 1n],
  ['numbers beyond doubles', 10n ** 25n],
])('random sparse systems are solved exactly, both ways: %s', (_, factor) => {
  let solved = 0
  for (let run = 0; run < 60; run++) {
    const size = 1 + draw(12)
    const matrix = Array.from({ length: size }, () =>
      Array.from({ length: size }, () =>
        draw(3) === 0 ? BigInt(draw(2001) - 1000) * (draw(4) === 0 ? factor : 1n) : 0n,
      ),
    )
    const side = Array.from({ length: size }, () => BigInt(draw(2001) - 1000) * (draw(4) === 0 ? factor : 1n))
    const system = ExactSystem.of(rowsOf(matrix))
    if (system === null) continue
    solved++
    for (const [turned, found] of [
      [matrix, system.solve(side)],
      [transposed(matrix), system.solveTransposed(side)],
    ] as const) {
      const x = found!.numerators.map((value) => rational(value, found!.denominator))
      expect(times(turned, x)).toEqual(side.map((value) => rational(value)))
    }
  }
  expect(solved).toBeGreaterThan(15)
})

test('a singular matrix has no system, and nothing on the right has the solution 0', () => {
  expect(ExactSystem.of(rowsOf([[1n, 2n], [2n, 4n]]))).toBeNull() // biome-ignore format: a matrix
  const found = ExactSystem.of(rowsOf([[3n, 1n], [1n, 1n]]))!.solve([0n, 0n]) // biome-ignore format: a matrix
  expect(found!.numerators).toEqual([0n, 0n])
})
