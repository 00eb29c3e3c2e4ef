/** General solvers of the marginal QP, as somebody without the kernel would call them: HiGHS's QP and Clarabel. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Highs } from 'highs'
import type { ConeEngine, MarginalProblem } from 'tacet/optimize'

/** The WebAssembly build of Clarabel in the package cvxjs, found beside its entry. */
export function clarabel(): ConeEngine {
  const require = createRequire(import.meta.url)
  const { solve } = require(join(dirname(require.resolve('cvxjs')), '../wasm/pkg/nodejs/clarabel_wasm.js'))
  return {
    solve({ quadratic: p, matrix: a, right, equalities }, { iterations, seconds }) {
      const [n, m] = [a.starts.length - 1, right.length]
      const cones = JSON.stringify({ zero: equalities, nonneg: m - equalities, soc: [], exp: 0, power: [] })
      const limits = { verbose: false, max_iter: iterations, time_limit: seconds }
      const settings = JSON.stringify({ ...limits, tol_gap_abs: 1e-8, tol_gap_rel: 1e-8 })
      const [linear, P, A] = [new Float64Array(n), [p.starts, p.rows, p.values], [a.starts, a.rows, a.values]]
      const { status, x, z } = solve(...P, linear, ...A, right, n, m, cones, settings)
      const array = (numbers?: ArrayLike<number>) => (numbers === undefined ? null : Float64Array.from(numbers))
      return { status: status === 'optimal' ? status : 'stopped', point: array(x), multipliers: array(z) }
    },
  }
}

/** 1/2 sum w (x - d)^2 + 1/2 sum v t^2 with t = a.x - m as columns of their own. */
export function quadraticByHighs(
  highs: Highs,
  problem: MarginalProblem,
  limit: number,
): { x: Float64Array; stopped: boolean } {
  const [columns, softRows] = [problem.weight.length, problem.softWeight.length]
  const [n, m] = [columns + softRows, softRows + problem.lower.length]
  const data = {
    numRows: m,
    numCols: n,
    colCost: Float64Array.from({ length: n }, (_, j) => (j < columns ? -problem.weight[j] * problem.target[j] : 0)),
    colLower: Float64Array.from({ length: n }, (_, j) => (j < columns ? 0 : Number.NEGATIVE_INFINITY)),
    colUpper: new Float64Array(n).fill(Number.POSITIVE_INFINITY),
    rowLower: Float64Array.of(...problem.softTarget, ...problem.lower),
    rowUpper: Float64Array.of(...problem.softTarget, ...problem.upper),
    matrix: { format: 'csr' as const, numRows: m, numCols: n, ...stackedRows(problem) },
    hessian: {
      format: 'triangular' as const,
      dimension: n,
      starts: Int32Array.from({ length: n + 1 }, (_, j) => j),
      indices: Int32Array.from({ length: n }, (_, j) => j),
      values: Float64Array.of(...problem.weight, ...problem.softWeight),
    },
  }
  return highs.withModel(data, (model) => {
    model.options.set({ output_flag: false, time_limit: limit })
    const { modelStatus } = model.run()
    return {
      x: model.getSolution().colValue.slice(0, columns),
      stopped: modelStatus !== highs.constants.modelStatus.optimal,
    }
  })
}

/** The soft rows, each with its own column at -1, and then the hard ones. */
function stackedRows(problem: MarginalProblem) {
  const [columns, softRows] = [problem.weight.length, problem.softWeight.length]
  const m = softRows + problem.lower.length
  const indices: number[] = []
  const values: number[] = []
  const starts = new Int32Array(m + 1)
  for (let row = 0; row < m; row++) {
    const [block, r] = row < softRows ? [problem.soft, row] : [problem.hard, row - softRows]
    for (let k = block.starts[r]; k < block.starts[r + 1]; k++) {
      indices.push(block.columns[k])
      values.push(block.values?.[k] ?? 1)
    }
    if (row < softRows) {
      indices.push(columns + row)
      values.push(-1)
    }
    starts[row + 1] = indices.length
  }
  return { starts, indices: Int32Array.from(indices), values: Float64Array.from(values) }
}
