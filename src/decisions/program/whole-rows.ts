/** A program's rows in whole numbers: each times the least number that makes its coefficients whole. */
import { gcd } from '../../exact/rational.ts'
import type { Program } from './program.ts'

export interface WholeProgramRows {
  /** Row i of the program times factors[i] is whole. */
  readonly factors: readonly bigint[]
  /** By entry of the program; those beyond 2^53 stand in `large`. */
  readonly values: Float64Array
  readonly large: ReadonlyMap<number, bigint>
}

const known = new WeakMap<Program, WholeProgramRows>()

/** Computed once for a program. */
export function wholeRowsOf(program: Program): WholeProgramRows {
  let rows = known.get(program)
  if (rows === undefined) known.set(program, (rows = compute(program)))
  return rows
}

function compute({ rows, starts, values }: Program): WholeProgramRows {
  const factors: bigint[] = []
  const near = new Float64Array(values.length)
  const large = new Map<number, bigint>()
  for (let i = 0; i < rows.length; i++) {
    let factor = 1n
    for (let e = starts[i]; e < starts[i + 1]; e++) {
      const { den } = values.at(e)
      if (den !== 1n && factor % den !== 0n) factor = (factor / gcd(factor, den)) * den
    }
    factors.push(factor)
    for (let e = starts[i]; e < starts[i + 1]; e++) {
      const { num, den } = values.at(e)
      const whole = factor === 1n ? num : num * (factor / den)
      near[e] = Number(whole)
      if (Math.abs(near[e]) > Number.MAX_SAFE_INTEGER) large.set(e, whole)
    }
  }
  return { factors, values: near, large }
}
