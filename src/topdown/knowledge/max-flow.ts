/**
 * Maximum flow by blocking flows on typed arrays.
 *
 * Dinic, Soviet Math. Doklady 11 (1970), 1277-1280. Capacities are numbers of 0 or more, Infinity allowed off every path
 * that is unbounded from end to end. Edges lie in pairs: 2i and its reverse 2i + 1.
 */
const NEGLIGIBLE = 1e-9

export class MaxFlow {
  readonly #nodes: number
  readonly #head: Int32Array
  readonly #next: Int32Array
  readonly #to: Int32Array
  readonly #room: Float64Array
  readonly #depth: Int32Array
  readonly #turn: Int32Array
  #edges = 0

  constructor(nodes: number, edges: number) {
    this.#nodes = nodes
    this.#head = new Int32Array(nodes).fill(-1)
    this.#next = new Int32Array(2 * edges)
    this.#to = new Int32Array(2 * edges)
    this.#room = new Float64Array(2 * edges)
    this.#depth = new Int32Array(nodes)
    this.#turn = new Int32Array(nodes)
  }

  addEdge(from: number, to: number, capacity: number): void {
    for (const [a, b, room] of [
      [from, to, capacity],
      [to, from, 0],
    ]) {
      this.#to[this.#edges] = b
      this.#room[this.#edges] = room
      this.#next[this.#edges] = this.#head[a]
      this.#head[a] = this.#edges++
    }
  }

  /** Pushes as much as possible; then the nodes that can still be reached from the source are one side of a least cut. */
  run(source: number, sink: number): Uint8Array {
    while (this.#layer(source)[sink] >= 0) {
      this.#turn.set(this.#head)
      while (this.#push(source, sink) > 0) {
        // Each call saturates an edge of the layered network.
      }
    }
    return Uint8Array.from(this.#depth, (depth) => Number(depth >= 0))
  }

  /** Distances from the source over edges with room, -1 where there is no way. */
  #layer(source: number): Int32Array {
    const queue = new Int32Array(this.#nodes)
    this.#depth.fill(-1)
    this.#depth[source] = 0
    queue[0] = source
    for (let at = 0, end = 1; at < end; at++) {
      for (let edge = this.#head[queue[at]]; edge >= 0; edge = this.#next[edge]) {
        const to = this.#to[edge]
        if (this.#room[edge] <= NEGLIGIBLE || this.#depth[to] >= 0) continue
        this.#depth[to] = this.#depth[queue[at]] + 1
        queue[end++] = to
      }
    }
    return this.#depth
  }

  /** One path of the layered network, filled; the amount, 0 when none is left. Walks without recursion. */
  #push(source: number, sink: number): number {
    const path: number[] = []
    for (let node = source; node !== sink; ) {
      const edge = this.#turn[node]
      if (edge < 0) {
        if (path.length === 0) return 0
        const back = path.pop()!
        node = this.#to[back ^ 1]
        this.#turn[node] = this.#next[back]
      } else if (this.#room[edge] > NEGLIGIBLE && this.#depth[this.#to[edge]] === this.#depth[node] + 1) {
        path.push(edge)
        node = this.#to[edge]
      } else this.#turn[node] = this.#next[edge]
    }
    const amount = path.reduce((least, edge) => Math.min(least, this.#room[edge]), Number.POSITIVE_INFINITY)
    for (const edge of path) {
      this.#room[edge] -= amount
      this.#room[edge ^ 1] += amount
    }
    return amount
  }
}
