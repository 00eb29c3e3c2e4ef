/** Keeps what was loaded last: reads that follow each other are mostly of the same pieces. */
export class Latest<T> {
  readonly #most: number
  readonly #load: (name: string) => Promise<T>
  readonly #held = new Map<string, Promise<T>>()

  constructor(most: number, load: (name: string) => Promise<T>) {
    this.#most = most
    this.#load = load
  }

  get(name: string): Promise<T> {
    const held = this.#held.get(name) ?? this.#load(name)
    this.#held.delete(name) // the latest goes to the end
    this.#held.set(name, held)
    for (const [oldest] of this.#held) {
      if (this.#held.size <= this.#most) break
      this.#held.delete(oldest)
    }
    return held
  }
}
