/**
 * Rounding as a flow of least cost, where the binding rows make two nested families (`nested-rows`). A unit of flow goes up to a
 * row's node of the first family through the rows around it, along the arc of a cell that is rounded up, and out through the rows
 * of the second family; what flows between a row and the row around it is the row's sum, and its sides are the sides of that arc.
 *
 * It begins with every cell at its nearest whole number, which costs least, and every row's sum moved within its sides: what then
 * comes into a node and does not leave it is carried along cheapest paths, with prices that keep all costs from being negative
 * (successive shortest paths; Ahuja, Magnanti and Orlin, Network Flows, 1993, section 9.7). Few nodes are out of balance, and a
 * search ends at the first that lacks what another has too much of, so most of the network is never looked at.
 */
import { KeyHeap } from '../tree/key-heap.ts'
import { type TwoNests, twoNests } from './nested-rows.ts'
import type { Choices } from './rounding-choices.ts'

/** The cheapest choices; undefined when the rows are not of that kind. */
export function cheapestFlow(choices: Choices): Uint8Array | 'infeasible' | undefined {
  const nests = twoNests(choices)
  if (nests === undefined) return undefined
  if (choices.lower.some((low, row) => low > choices.upper[row])) return 'infeasible'
  const network = new Network(choices, nests)
  return network.balance() ? network.chosen() : 'infeasible'
}

/** Arcs come in pairs, `2 a` forward and `2 a + 1` back; the arc of cell j is the j-th. */
class Network {
  readonly #cells: number
  readonly #tail: Int32Array
  /** What a forward arc can still carry, and what it can give back. */
  readonly #room: Float64Array
  readonly #cost: Float64Array
  readonly #starts: Int32Array
  readonly #arcs: Int32Array
  /** What comes in less what goes out. */
  readonly #excess: Float64Array
  readonly #price: Float64Array

  constructor({ cells, cost, rows, lower, upper }: Choices, { family, nests }: TwoNests) {
    const count = lower.length
    const outside = count // one node for what lies in no row of a family: what leaves the network enters it
    const node = (row: number): number => (row < 0 ? outside : row)
    const arcs = cells.length + count
    this.#cells = cells.length
    this.#tail = new Int32Array(2 * arcs)
    this.#room = new Float64Array(2 * arcs)
    this.#cost = new Float64Array(2 * arcs)
    this.#excess = new Float64Array(count + 1)
    this.#price = new Float64Array(count + 1)
    const sums = new Float64Array(count)
    for (let j = 0; j < cells.length; j++) {
      const up = cost[j] < 0 ? 1 : 0
      this.#addArc(j, node(nests[0].rowOf[j]), node(nests[1].rowOf[j]), { flow: up, low: 0, high: 1, cost: cost[j] })
    }
    for (let row = 0; row < count; row++) {
      for (let k = rows.starts[row]; k < rows.starts[row + 1]; k++) sums[row] += cost[rows.columns[k]] < 0 ? 1 : 0
    }
    for (let row = 0; row < count; row++) {
      const flow = Math.min(upper[row], Math.max(lower[row], sums[row]))
      const ends = [node(nests[family[row]].around[row]), row] as const
      const [tail, head] = family[row] === 0 ? ends : [ends[1], ends[0]]
      this.#addArc(cells.length + row, tail, head, { flow, low: lower[row], high: upper[row], cost: 0 })
    }
    ;[this.#starts, this.#arcs] = this.#leaving(count + 1)
  }

  #addArc(
    arc: number,
    tail: number,
    head: number,
    { flow, low, high, cost }: { flow: number; low: number; high: number; cost: number },
  ): void {
    const [forward, back] = [2 * arc, 2 * arc + 1]
    this.#tail[forward] = tail
    this.#tail[back] = head
    this.#room[forward] = high - flow
    this.#room[back] = flow - low
    this.#cost[forward] = cost
    this.#cost[back] = -cost
    this.#excess[tail] -= flow
    this.#excess[head] += flow
  }

  /** The arcs that leave each node, one node after the other. */
  #leaving(nodes: number): [starts: Int32Array, arcs: Int32Array] {
    const starts = new Int32Array(nodes + 1)
    for (const tail of this.#tail) starts[tail + 1]++
    for (let node = 0; node < nodes; node++) starts[node + 1] += starts[node]
    const next = starts.slice()
    const arcs = new Int32Array(this.#tail.length)
    for (let arc = 0; arc < this.#tail.length; arc++) arcs[next[this.#tail[arc]]++] = arc
    return [starts, arcs]
  }

  /** Carries every excess to where it lacks, or says that this cannot be done. */
  balance(): boolean {
    const nodes = this.#excess.length
    const search: Search = {
      distance: new Float64Array(nodes),
      by: new Int32Array(nodes),
      isDone: new Uint8Array(nodes),
      heap: new KeyHeap(),
    }
    while (this.#excess.some((excess) => excess > 0)) {
      const end = this.#nearestLack(search)
      if (end < 0) return false
      this.#carry(search.by, end)
    }
    return true
  }

  /** The cheapest path from any node with too much to one with too little; the prices move with it. -1 when there is none. */
  #nearestLack({ distance, by, isDone, heap }: Search): number {
    distance.fill(Number.POSITIVE_INFINITY)
    isDone.fill(0)
    heap.clear()
    for (let node = 0; node < distance.length; node++) {
      if (this.#excess[node] <= 0) continue
      distance[node] = 0
      by[node] = -1
      heap.push(0, node)
    }
    const done: number[] = []
    while (heap.size > 0) {
      const node = heap.pop()
      if (isDone[node] === 1) continue
      isDone[node] = 1
      done.push(node)
      if (this.#excess[node] < 0) {
        for (const other of done) this.#price[other] += distance[other] - distance[node]
        return node
      }
      for (let k = this.#starts[node]; k < this.#starts[node + 1]; k++) {
        const arc = this.#arcs[k]
        if (this.#room[arc] <= 0) continue
        const head = this.#tail[arc ^ 1]
        if (isDone[head] === 1) continue
        // Rounding alone can put a cost below 0.
        const reduced = Math.max(0, this.#cost[arc] + this.#price[node] - this.#price[head])
        if (distance[node] + reduced >= distance[head]) continue
        distance[head] = distance[node] + reduced
        by[head] = arc
        heap.push(distance[head], head)
      }
    }
    return -1
  }

  #carry(by: Int32Array, end: number): void {
    let [most, start] = [-this.#excess[end], end]
    for (; by[start] >= 0; start = this.#tail[by[start]]) most = Math.min(most, this.#room[by[start]])
    most = Math.min(most, this.#excess[start])
    for (let node = end; by[node] >= 0; node = this.#tail[by[node]]) {
      this.#room[by[node]] -= most
      this.#room[by[node] ^ 1] += most
    }
    this.#excess[start] -= most
    this.#excess[end] += most
  }

  /** 1 for every cell whose arc carries a unit. */
  chosen(): Uint8Array {
    const up = new Uint8Array(this.#cells)
    for (let j = 0; j < up.length; j++) up[j] = this.#room[2 * j + 1]
    return up
  }
}

interface Search {
  readonly distance: Float64Array
  /** The arc by which a node was reached, or -1 where the search began. */
  readonly by: Int32Array
  readonly isDone: Uint8Array
  readonly heap: KeyHeap
}
