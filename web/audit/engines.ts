/** Two workers: one answers the hand that moves a variable, the other searches for help and is replaced when it is out of date. */
import { type Remote, wrap } from 'comlink'
import type { CountedTable } from './bounds.ts'
import type { AuditAnswer, AuditQuestion, CellAnswer, Engine, Help, Slot } from './engine-types.ts'

function start(): { worker: Worker; engine: Remote<Engine> } {
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' })
  return { worker, engine: wrap<Engine>(worker) }
}

export class Engines {
  readonly #answering = start()
  #helping: ReturnType<typeof start> | undefined
  #table: CountedTable | undefined

  async load(table: CountedTable): Promise<void> {
    this.#table = table
    this.stopHelping()
    await this.#answering.engine.load(table)
  }

  audit(slot: Slot, question: AuditQuestion): Promise<AuditAnswer> {
    return this.#answering.engine.audit(slot, question)
  }

  cell(slot: Slot, row: number, column: number): Promise<CellAnswer> {
    return this.#answering.engine.cell(slot, row, column)
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
