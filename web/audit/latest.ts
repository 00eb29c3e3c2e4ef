/** Of several answers on their way to one slot, the one that was asked for last counts; slots do not disturb each other. */
export class Latest<Name extends string> {
  readonly #asked = new Map<Name, number>()

  /** Notes a question; the function it returns says whether its answer is still wanted. */
  ask(slot: Name): () => boolean {
    const mine = (this.#asked.get(slot) ?? 0) + 1
    this.#asked.set(slot, mine)
    return () => this.#asked.get(slot) === mine
  }
}
