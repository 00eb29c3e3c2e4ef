/** Clarabel for Node: its WebAssembly, which the build puts under `vendor/` with its licence. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { builtFolder } from '../built.ts'
import type { ConeAnswer, ConeEngine } from '../optimize/index.ts'

interface ClarabelModule {
  solve(
    quadraticStarts: Uint32Array,
    quadraticRows: Uint32Array,
    quadraticValues: Float64Array,
    linear: Float64Array,
    matrixStarts: Uint32Array,
    matrixRows: Uint32Array,
    matrixValues: Float64Array,
    right: Float64Array,
    columns: number,
    rows: number,
    cones: string,
    settings: string,
  ): { readonly status: string; readonly x?: ArrayLike<number>; readonly z?: ArrayLike<number> }
}

let loaded: ClarabelModule | undefined

function load(): ClarabelModule {
  if (loaded !== undefined) return loaded
  const file = fileURLToPath(new URL('vendor/clarabel/clarabel_wasm.cjs', builtFolder))
  loaded = createRequire(import.meta.url)(file) as ClarabelModule
  return loaded
}

/** Loads the module at the first solve and keeps it. A trap of the module ends as `stopped`. */
export function clarabelEngine(): ConeEngine {
  return {
    solve({ quadratic, matrix, right, equalities }, { iterations, seconds }): ConeAnswer {
      const columns = matrix.starts.length - 1
      const rows = right.length
      // The module asks for every field of both documents.
      const cones = { zero: equalities, nonneg: rows - equalities, soc: [], exp: 0, power: [] }
      const settings = {
        verbose: false,
        max_iter: iterations,
        time_limit: seconds,
        tol_gap_abs: 1e-10,
        tol_gap_rel: 1e-10,
      }
      try {
        const answer = load().solve(
          quadratic.starts,
          quadratic.rows,
          quadratic.values,
          new Float64Array(columns),
          matrix.starts,
          matrix.rows,
          matrix.values,
          right,
          columns,
          rows,
          JSON.stringify(cones),
          JSON.stringify(settings),
        )
        return {
          status: meaningOf(answer.status),
          point: answer.x === undefined ? null : Float64Array.from(answer.x),
          multipliers: answer.z === undefined ? null : Float64Array.from(answer.z),
        }
      } catch (error) {
        if (!(error instanceof WebAssembly.RuntimeError)) throw error
        loaded = undefined
        return { status: 'stopped', point: null, multipliers: null }
      }
    },
  }
}

function meaningOf(status: string): ConeAnswer['status'] {
  return status === 'optimal' || status === 'infeasible' || status === 'unbounded' ? status : 'stopped'
}
