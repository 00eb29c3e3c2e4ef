/**
 * The workers: one answers the hand that moves a variable; one searches for help, and one for each design that is bounded by several releases together, which
 * are replaced when they are out of date.
 */
import { type Remote, wrap } from 'comlink'
import type { CountedTable } from './bounds.ts'
import type { TableDesign } from './design.ts'
import type { AuditAnswer, AuditQuestion, CellAnswer, Engine, Help, Slot, TogetherEngine } from './engine-types.ts'

function start(): { worker: Worker; engine: Remote<Engine> } {
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' })
  return { worker, engine: wrap<Engine>(worker) }
}

interface Bounding {
  readonly worker: Worker
  readonly engine: Remote<TogetherEngine>
  isBusy: boolean
}

function startBounding(): Bounding {
  const worker = new Worker(new URL('./together.worker.ts', import.meta.url), { type: 'module' })
  return { worker, engine: wrap<TogetherEngine>(worker), isBusy: false }
}

/** Who asks for bounds by several releases: a design, or the search for what would help. */
export type Asker = Slot | 'help'

export class Engines {
  readonly #answering = start()
  #helping: ReturnType<typeof start> | undefined
  readonly #bounding = new Map<Asker, Bounding>()
  #table: CountedTable | undefined

  async load(table: CountedTable): Promise<void> {
    this.#table = table
    this.stopHelping()
    for (const asker of this.#bounding.keys()) this.stopBounding(asker)
    await this.#answering.engine.load(table)
  }

  audit(slot: Slot, question: AuditQuestion): Promise<AuditAnswer> {
    return this.#answering.engine.audit(slot, question)
  }

  cell(slot: Slot, row: number, column: number): Promise<CellAnswer> {
    return this.#answering.engine.cell(slot, row, column)
  }

  /** Bounds by several releases together; what was asked before by the same asker is given up. */
  async together(asker: Asker, design: TableDesign, seconds: number): Promise<AuditAnswer> {
    if (this.#bounding.get(asker)?.isBusy) this.stopBounding(asker)
    const bounding = this.#bounding.get(asker) ?? (await this.#startBounding(asker))
    bounding.isBusy = true
    try {
      return await bounding.engine.bound(design, seconds)
    } finally {
      bounding.isBusy = false
    }
  }

  async #startBounding(asker: Asker): Promise<Bounding> {
    if (this.#table === undefined) throw new Error('no table is loaded')
    const bounding = startBounding()
    this.#bounding.set(asker, bounding)
    await bounding.engine.load(this.#table)
    return bounding
  }

  stopBounding(asker: Asker): void {
    this.#bounding.get(asker)?.worker.terminate()
    this.#bounding.delete(asker)
  }

  /** Searches for other designs; a search that is under way is given up. */
  async help(question: AuditQuestion, ordered: readonly number[], milliseconds: number): Promise<Help> {
    this.stopHelping()
    if (this.#table === undefined) throw new Error('no table is loaded')
    const helping = start()
    this.#helping = helping
    await helping.engine.load(this.#table)
    return helping.engine.help(question, ordered, milliseconds)
  }

  /**
   * Ends a search, so that the next answer has the machine to itself. A worker reads no message while it computes, so it is ended; the promise of its
   * answer stays open and is forgotten.
   */
  stopHelping(): void {
    this.#helping?.worker.terminate()
    this.#helping = undefined
  }
}
