/** Which implied rows a point breaks: all subsets where they are listed, a least cut where there is a network. */
import type { FlowNetwork } from './flow-network.ts'
import { MaxFlow } from './max-flow.ts'
import type { Subsets } from './polymatroid.ts'
import type { ClassRow } from './rows.ts'

/** What must hold at a node: plain data. */
export interface NodeKnowledge {
  /** Always posed. */
  readonly rows: readonly ClassRow[]
  readonly subsets?: Subsets
  readonly network?: FlowNetwork
}

interface Broken {
  readonly row: ClassRow
  readonly by: number
}

/** Of totals that are not whole: relative to 1 + |bound|, and never more than a small part of a person. */
const TOLERANCE = 1e-6
const MOST_TOLERATED = 0.01

/**
 * The most violated of the implied rows beyond `rows`, worst first; none when the totals of classes keep them all. Whole
 * totals are judged exactly.
 */
export function violatedRows({ subsets, network }: NodeKnowledge, totals: Float64Array, most = 10): ClassRow[] {
  const broken = [
    ...(subsets === undefined ? [] : brokenSubsets(subsets, totals, most)),
    ...(network === undefined ? [] : brokenCuts(network, totals)),
  ]
  return broken
    .sort((a, b) => b.by - a.by)
    .slice(0, most)
    .map(({ row }) => row)
}

function sumOf(classes: Int32Array, totals: Float64Array): number {
  let sum = 0
  for (const index of classes) sum += totals[index]
  return sum
}

/** By how much a value breaks its bounds; 0 when that is within what is tolerated of a value that is not whole. */
function excess(value: number, lower: number, upper: number): number {
  const by = Math.max(value - upper, lower - value)
  const bound = value > upper ? upper : lower
  const tolerated = Number.isInteger(value) ? 0 : Math.min(MOST_TOLERATED, TOLERANCE * (1 + Math.abs(bound)))
  return by > tolerated ? by : 0
}

function brokenSubsets({ elements, lower, upper, tried }: Subsets, totals: Float64Array, most: number): Broken[] {
  const single = elements.map((classes) => sumOf(classes, totals))
  const value = new Float64Array(lower.length)
  const found: { a: number; by: number }[] = []
  for (let a = 0; a < value.length; a++) {
    if (a > 0) value[a] = value[a & (a - 1)] + single[31 - Math.clz32(a & -a)]
    const by = excess(value[a], lower[a], upper[a])
    if (by > 0) found.push({ a, by })
  }
  found.sort((x, y) => y.by - x.by)
  return found
    .slice(0, most)
    .map(({ a, by }) => ({ by, row: rowOf(elements, (e) => (a >> e) & 1, lower[a], upper[a], tried) }))
}

function rowOf(
  elements: readonly Int32Array[],
  holds: (element: number) => number,
  lower: number,
  upper: number,
  tried: boolean,
): ClassRow {
  const classes = Int32Array.from(elements.flatMap((members, e) => (holds(e) ? [...members] : []))).sort()
  return { classes, lower: Math.max(0, lower), upper, fact: -1, tried }
}

/**
 * A flow with bounds exists when no set U of nodes has more forced into it than may leave it (Hoffman 1960). The worst U
 * without the ground bounds a sum of totals from above; the worst with it, from below.
 */
function brokenCuts(network: FlowNetwork, totals: Float64Array): Broken[] {
  const values = network.elements.map((classes) => sumOf(classes, totals))
  return [false, true].flatMap((withGround) => {
    const inside = worstCut(network, values, withGround)
    // Off the ground: what is in U. With the ground inside U: what is in the rest.
    const counted = (node: number): boolean => (inside[node] === 1) !== withGround
    const [low, high] = crossing(network, inside)
    const row = rowOf(
      network.elements,
      (e) => Number(counted(network.elementNode[e])),
      withGround ? low - high : 0,
      withGround ? Number.POSITIVE_INFINITY : high - low,
      network.tried,
    )
    const sum = values.reduce((total, value, e) => total + (counted(network.elementNode[e]) ? value : 0), 0)
    const by = withGround ? excess(sum, low - high, Number.POSITIVE_INFINITY) : excess(sum, 0, high - low)
    return by > 0 ? [{ row, by }] : []
  })
}

/** Whether any totals at all have a flow. */
export function admitsFlow(network: FlowNetwork): boolean {
  const { elementNode, from, to, lower, upper } = network
  const open: FlowNetwork = {
    ...network,
    elements: [],
    elementNode: new Int32Array(0),
    from: Int32Array.from([...from, ...elementNode.map(() => 0)]),
    to: Int32Array.from([...to, ...elementNode]),
    lower: Float64Array.from([...lower, ...elementNode.map(() => 0)]),
    upper: Float64Array.from([...upper, ...Array.from(elementNode, () => Number.POSITIVE_INFINITY)]),
  }
  return [false, true].every((withGround) => {
    const [low, high] = crossing(open, worstCut(open, [], withGround))
    return low <= high
  })
}

/** What must come into U and what may leave it, over the edges of the network. */
function crossing({ from, to, lower, upper }: FlowNetwork, inside: Uint8Array): readonly [number, number] {
  let [low, high] = [0, 0]
  for (let edge = 0; edge < from.length; edge++) {
    if (inside[from[edge]] === inside[to[edge]]) continue
    if (inside[to[edge]] === 1) low += lower[edge]
    else high += upper[edge]
  }
  return [low, high]
}

/** The side of the source of a least cut, after every lower bound is sent and the difference left to be made up for. */
function worstCut(network: FlowNetwork, values: readonly number[], withGround: boolean): Uint8Array {
  const { nodes, from, to, lower, upper, elementNode } = network
  const [source, sink] = [nodes, nodes + 1]
  const flow = new MaxFlow(nodes + 2, from.length + nodes + 1)
  const surplus = new Float64Array(nodes)
  for (let edge = 0; edge < from.length; edge++) {
    flow.addEdge(from[edge], to[edge], upper[edge] - lower[edge])
    surplus[to[edge]] += lower[edge]
    surplus[from[edge]] -= lower[edge]
  }
  values.forEach((value, e) => {
    surplus[elementNode[e]] += value
    surplus[0] -= value
  })
  for (let node = 1; node < nodes; node++) {
    if (surplus[node] > 0) flow.addEdge(source, node, surplus[node])
    else if (surplus[node] < 0) flow.addEdge(node, sink, -surplus[node])
  }
  if (withGround) flow.addEdge(source, 0, Number.POSITIVE_INFINITY)
  else flow.addEdge(0, sink, Number.POSITIVE_INFINITY)
  return flow.run(source, sink)
}
