/**
 * One linear program that stays in the engine while its costs, bounds and rows change, so that each solve starts from the last basis: hundreds of
 * programs on one matrix cost what a few would. Nothing here is checked: callers check what they use.
 */
import type { CallMetadata, Highs, Model } from 'highs'
import { type EngineSource, loadHighs } from './highs-engine.ts'
import type { LinearModel } from './model.ts'

export interface KeptRun {
  readonly status: 'optimal' | 'infeasible' | 'stopped'
  /** Of the columns, and of the rows: what the engine claims. Empty unless optimal. */
  readonly x: Float64Array
  readonly duals: Float64Array
  readonly objective: number
}

const NOTHING = new Float64Array(0)

/** One instance for all programs of a source: to load one takes longer than most programs. */
const instances = new WeakMap<EngineSource, Promise<Highs>>()
const ITSELF: EngineSource = {}

function instanceOf(source: EngineSource): Promise<Highs> {
  const there = instances.get(source)
  if (there !== undefined) return there
  const loaded = source.load?.() ?? loadHighs(source.wasmModule)
  instances.set(source, loaded)
  loaded.catch(() => instances.delete(source))
  return loaded
}

export class KeptProgram {
  readonly #highs: Highs
  readonly #model: Model
  readonly #columns: number
  readonly #source: EngineSource

  private constructor(source: EngineSource, highs: Highs, model: Model, columns: number) {
    this.#source = source
    this.#highs = highs
    this.#model = model
    this.#columns = columns
  }

  /** Minimises; a maximisation turns its costs. Whole columns are continuous here. */
  static async open(
    { cost, columnLower, columnUpper, rowLower, rowUpper, matrix }: LinearModel,
    source: EngineSource = ITSELF,
  ): Promise<KeptProgram> {
    const highs = await instanceOf(source)
    const [numRows, numCols] = [rowLower.length, cost.length]
    const { layout, starts, indices, values } = matrix
    const model = highs.createModel({
      numRows,
      numCols,
      colCost: cost,
      colLower: columnLower,
      colUpper: columnUpper,
      rowLower,
      rowUpper,
      matrix: { format: layout === 'rows' ? 'csr' : 'csc', numRows, numCols, starts, indices, values },
    })
    model.options.set({ output_flag: false, solver: 'simplex', presolve: 'off' })
    return new KeptProgram(source, highs, model, numCols)
  }

  setCosts(cost: Float64Array): void {
    this.#model.changeColsCost(this.#all(), cost)
  }

  setCost(column: number, cost: number): void {
    this.#model.changeColCost(column, cost)
  }

  setBounds(lower: Float64Array, upper: Float64Array): void {
    this.#model.changeColsBounds(this.#all(), lower, upper)
  }

  setColumn(column: number, lower: number, upper: number): void {
    this.#model.changeColBounds(column, lower, upper)
  }

  /** Another row: lower <= values on these columns <= upper. */
  addRow(indices: Int32Array, values: Float64Array, lower: number, upper: number): CallMetadata {
    const [numRows, numCols] = [1, this.#columns]
    const matrix = {
      format: 'csr',
      numRows,
      numCols,
      starts: Int32Array.of(0, indices.length),
      indices,
      values,
    } as const
    return this.#model.addRows({ lower: Float64Array.of(lower), upper: Float64Array.of(upper), matrix })
  }

  /** From the last basis; where the engine gives up, once more from none. */
  run(): KeptRun {
    const first = this.#run()
    if (first.status !== 'stopped') return first
    this.#model.clearSolver()
    return this.#run()
  }

  #run(): KeptRun {
    const { modelStatus } = this.#highs.constants
    const code = this.#runModel()
    if (code === modelStatus.optimal) {
      const { colValue, rowDual } = this.#model.getSolution()
      const objective = Number(this.#model.info.get('objective_function_value'))
      return { status: 'optimal', x: colValue, duals: rowDual, objective }
    }
    const infeasible = code === modelStatus.infeasible
    return { status: infeasible ? 'infeasible' : 'stopped', x: NOTHING, duals: NOTHING, objective: Number.NaN }
  }

  /** After a trap the heap cannot be trusted any more: the next program loads another instance. */
  #runModel(): number {
    try {
      return this.#model.run().modelStatus
    } catch (error) {
      instances.delete(this.#source)
      throw error
    }
  }

  close(): void {
    this.#model.dispose()
  }

  #all(): { readonly kind: 'range'; readonly from: number; readonly to: number } {
    return { kind: 'range', from: 0, to: this.#columns - 1 }
  }
}
