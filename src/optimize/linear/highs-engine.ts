/**
 * One HiGHS instance (WebAssembly) and one run of it. Nothing here interprets an ending: see `solver.ts`.
 *
 * Models are not garbage collected, so every run is inside `withModel`. After a trap (`RuntimeError`) the instance is
 * dropped and the next run loads another: its heap can no longer be trusted.
 */
import type { Highs, HighsCallbackMap, Model, ModelData } from 'highs'
import type { LinearModel } from './model.ts'

/** How the engine is loaded: by the package itself, from a compiled module shared between workers, or by the caller. */
export interface EngineSource {
  readonly wasmModule?: WebAssembly.Module
  readonly load?: () => Promise<Highs>
}

export interface RunSettings {
  /** Seconds, finite. */
  readonly timeLimit: number
  readonly nodeLimit: number
  readonly relativeGap: number
  readonly absoluteGap: number
  readonly presolve: 'on' | 'off' | 'choose'
  readonly algorithm: 'simplex' | 'interior'
  readonly shouldStop: (() => boolean) | undefined
  readonly wantRay: boolean
  /** Where the simplex method starts; presolve is then left out. */
  readonly start?: Basis | undefined
  /** Of feasibility, primal and dual; the engine's own 1e-7 unless given. */
  readonly tolerance?: number | undefined
  /** Whether the range of each row's bound is wanted: see `Run.ranges`. */
  readonly wantRanges?: boolean | undefined
}

/** A lower triangle by columns: 1/2 x'Qx is added to a minimised objective. */
export interface Hessian {
  readonly starts: Int32Array
  readonly indices: Int32Array
  readonly values: Float64Array
}

/** A status for each column and row: 0 at its lower bound, 1 on the basis, 2 at its upper bound, 3 at 0, 4 off the basis. */
export interface Basis {
  readonly columns: Int32Array
  readonly rows: Int32Array
}

export type RunStatus =
  | 'optimal'
  | 'infeasible'
  | 'unbounded or infeasible'
  | 'time'
  | 'nodes'
  | 'aborted'
  | 'numerical'

/** What the engine claims, for the minimisation of `turned` costs; nothing of it is checked yet. */
export interface Run {
  readonly status: RunStatus | 'memory'
  readonly x: Float64Array | null
  readonly duals: Float64Array | null
  /** Branch and bound only; -Infinity when none was reached. */
  readonly bound: number
  /** Multipliers of the rows that prove a continuous model infeasible, when asked for and known; either sign. */
  readonly dualRay: Float64Array | null
  /** The basis of a linear optimum, where there is one. */
  readonly basis: Basis | null
  /** How far each row's active bound can be moved, the others as they are, before the basis changes. */
  readonly ranges: { readonly down: Float64Array; readonly up: Float64Array } | null
}

const NOTHING: Omit<Run, 'status'> = {
  x: null,
  duals: null,
  bound: Number.NEGATIVE_INFINITY,
  dualRay: null,
  basis: null,
  ranges: null,
}
/** WebAssembly memory never shrinks: an instance that grew beyond this is replaced. */
const RETIRE_BYTES = 2 ** 30

export class HighsEngine {
  readonly #source: EngineSource
  #instance: Promise<Highs> | undefined

  constructor(source: EngineSource = {}) {
    this.#source = source
  }

  /** Minimises (or, for a maximisation, minimises the negated costs). Never throws for what the model is. */
  async run(model: LinearModel, settings: RunSettings, hessian?: Hessian): Promise<Run> {
    this.#instance ??= this.#source.load?.() ?? loadHighs(this.#source.wasmModule)
    const highs = await this.#instance.catch((error: unknown) => {
      this.#instance = undefined
      throw error
    })
    try {
      return highs.withModel(modelData(model, hessian), (native) => runOnce(highs, native, model, settings))
    } catch (error) {
      this.#instance = undefined
      if (error instanceof highs.errors.HighsError) return { status: 'numerical', ...NOTHING }
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
        return { status: ranOutOfMemory(highs, error) ? 'memory' : 'aborted', ...NOTHING }
      }
      throw error
    } finally {
      if (highs.memoryBytes > RETIRE_BYTES) this.#instance = undefined
    }
  }
}

export async function loadHighs(wasmModule: WebAssembly.Module | undefined): Promise<Highs> {
  const { default: load } = await import('#highs')
  return load(wasmModule === undefined ? {} : { wasmModule })
}

/** The build's memory is capped at 2 GB; a trap close to the cap, or one that says so, is a lack of it. ("Memory access out of bounds" is not.) */
function ranOutOfMemory(highs: Highs, error: Error): boolean {
  return (
    highs.memoryBytes > 1.5 * 2 ** 30 ||
    /out of memory|OOM|enlarge memory|bad_alloc|Array buffer allocation/i.test(error.message)
  )
}

/** A quadratic model without rows gets a free one: the engine's active-set method can end at a wrong point without. */
function withRow(model: LinearModel): LinearModel {
  const matrix = {
    layout: 'rows',
    starts: Int32Array.of(0, 1),
    indices: Int32Array.of(0),
    values: Float64Array.of(1),
  } as const
  const [rowLower, rowUpper] = [Float64Array.of(Number.NEGATIVE_INFINITY), Float64Array.of(Number.POSITIVE_INFINITY)]
  return { ...model, rowLower, rowUpper, matrix }
}

function modelData(asked: LinearModel, hessian: Hessian | undefined): ModelData {
  const model = hessian !== undefined && asked.rowLower.length === 0 ? withRow(asked) : asked
  const [numRows, numCols] = [model.rowLower.length, model.cost.length]
  const { layout, starts, indices, values } = model.matrix
  return {
    numRows,
    numCols,
    colCost: model.sense === 'minimise' ? model.cost : model.cost.map((cost) => -cost),
    colLower: model.columnLower,
    colUpper: model.columnUpper,
    rowLower: model.rowLower,
    rowUpper: model.rowUpper,
    matrix: { format: layout === 'rows' ? 'csr' : 'csc', numRows, numCols, starts, indices, values },
    ...(model.integer?.includes(1) && { integrality: Int32Array.from(model.integer) }),
    ...(hessian !== undefined && { hessian: { format: 'triangular', dimension: numCols, ...hessian } }),
  }
}

function runOnce(highs: Highs, native: Model, model: LinearModel, settings: RunSettings): Run {
  const whole = model.integer?.includes(1) ?? false
  native.options.set(nativeOptions(settings, whole || native.getDimensions().hessianNonzeros > 0))
  if (settings.start !== undefined)
    native.setBasis({ colStatus: settings.start.columns, rowStatus: settings.start.rows })
  let bound = Number.NEGATIVE_INFINITY
  const stop = settings.shouldStop ?? (() => false)
  const callbacks: HighsCallbackMap = {
    1: (event) => void (stop() && event.interrupt()),
    2: (event) => void (stop() && event.interrupt()),
    6: (event) => {
      // The information store reads 0 before there is a bound; the callback reads -Infinity.
      bound = event.data.mip_dual_bound ?? bound
      if (stop()) event.interrupt()
    },
  }
  const status = meaningOf(highs, native.run(whole || settings.shouldStop !== undefined ? callbacks : {}).modelStatus)
  if (whole && status === 'optimal') bound = Number(native.info.get('mip_dual_bound'))
  const hasPoint = native.info.get('primal_solution_status') !== highs.constants.solutionStatus.none
  const hasDuals = !whole && native.info.get('dual_solution_status') !== highs.constants.solutionStatus.none
  const solution = hasPoint || hasDuals ? native.getSolution() : undefined
  // Of an infeasible model the engine may say that its basis is valid, and throw when asked for it.
  const hasBasis =
    status === 'optimal' && hasDuals && native.info.get('basis_validity') === highs.constants.basisValidity.valid
  return {
    status,
    x: hasPoint ? solution!.colValue : null,
    duals: hasDuals ? solution!.rowDual.slice(0, model.rowLower.length) : null,
    bound,
    dualRay: status === 'infeasible' && !whole && settings.wantRay ? dualRay(native) : null,
    basis: hasBasis ? basisOf(native) : null,
    ranges: hasBasis && settings.wantRanges === true ? rangesOf(native) : null,
  }
}

function nativeOptions(settings: RunSettings, chooseSolver: boolean): Record<string, string | number | boolean> {
  return {
    output_flag: false,
    time_limit: settings.timeLimit,
    presolve: settings.presolve,
    // Naming an LP algorithm makes the engine drop integrality or the quadratic term.
    solver: chooseSolver ? 'choose' : settings.algorithm === 'simplex' ? 'simplex' : 'ipx',
    run_crossover: 'on',
    ...(settings.tolerance === undefined
      ? {}
      : { primal_feasibility_tolerance: settings.tolerance, dual_feasibility_tolerance: settings.tolerance }),
    small_matrix_value: 1e-12,
    mip_rel_gap: settings.relativeGap,
    mip_abs_gap: settings.absoluteGap,
    mip_max_nodes: settings.nodeLimit,
    // Added to the diagonal of a quadratic objective. With 0 the engine traps on a singular one; its default shifts answers.
    qp_regularization_value: 1e-10,
  }
}

function meaningOf(highs: Highs, code: number): RunStatus {
  const { modelStatus } = highs.constants
  if (code === modelStatus.optimal) return 'optimal'
  if (code === modelStatus.infeasible) return 'infeasible'
  if (code === modelStatus.unbounded || code === modelStatus.unboundedOrInfeasible) return 'unbounded or infeasible'
  if (code === modelStatus.timeLimit) return 'time'
  if (code === modelStatus.solutionLimit || code === modelStatus.iterationLimit) return 'nodes'
  return code === modelStatus.interrupted ? 'aborted' : 'numerical'
}

function basisOf(native: Model): Basis {
  const { colStatus, rowStatus } = native.getBasis()
  return { columns: Int32Array.from(colStatus), rows: Int32Array.from(rowStatus) }
}

function rangesOf(native: Model): Run['ranges'] {
  try {
    const { rowBoundDown, rowBoundUp } = native.getRanging()
    return { down: rowBoundDown.value, up: rowBoundUp.value }
  } catch {
    return null
  }
}

/** A quadratic model has none to give, and the engine then throws. */
function dualRay(native: Model): Float64Array | null {
  try {
    return native.getDualRay()?.values ?? null
  } catch {
    return null
  }
}
