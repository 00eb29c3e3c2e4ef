/**
 * Implied constraints as a network flow, with bounds on its edges (section 7.3 of the TopDown paper, generalised).
 *
 * The total of each element flows from the ground (node 0) into the element's node, on through the sets of the leaves, and
 * back into the ground. Totals are extendable exactly when such a flow exists; with whole totals there is a whole one.
 */
export interface FlowNetwork {
  /** Node 0 is the ground. */
  readonly nodes: number
  /** The classes of each element, and the node that its total flows into. */
  readonly elements: readonly Int32Array[]
  readonly elementNode: Int32Array
  /** The node of each group of leaves that stand under one bound on their whole. */
  readonly combinations: Int32Array
  readonly from: Int32Array
  readonly to: Int32Array
  readonly lower: Float64Array
  readonly upper: Float64Array
  /** Whether a fact that is only tried has a part in it. */
  readonly tried: boolean
}

export class NetworkBuilder {
  readonly #elements: readonly Int32Array[]
  readonly #elementNode: Int32Array
  readonly #tried: boolean
  readonly #combinations: number[] = []
  readonly #from: number[] = []
  readonly #to: number[] = []
  readonly #lower: number[] = []
  readonly #upper: number[] = []
  #nodes: number

  constructor(elements: readonly Int32Array[], tried: boolean) {
    this.#elements = elements
    this.#tried = tried
    this.#elementNode = Int32Array.from(elements, (_, e) => e + 1)
    this.#nodes = elements.length + 1
  }

  get elementNodes(): Int32Array {
    return this.#elementNode
  }

  addNode(): number {
    return this.#nodes++
  }

  addCombination(): number {
    return this.#combinations[this.#combinations.push(this.addNode()) - 1]
  }

  /** Edges that can carry nothing are left out. */
  addEdge(from: number, to: number, lower: number, upper: number): void {
    if (lower === 0 && upper === 0) return
    this.#from.push(from)
    this.#to.push(to)
    this.#lower.push(lower)
    this.#upper.push(upper)
  }

  build(): FlowNetwork {
    return {
      nodes: this.#nodes,
      elements: this.#elements,
      elementNode: this.#elementNode,
      combinations: Int32Array.from(this.#combinations),
      from: Int32Array.from(this.#from),
      to: Int32Array.from(this.#to),
      lower: Float64Array.from(this.#lower),
      upper: Float64Array.from(this.#upper),
      tried: this.#tried,
    }
  }
}

/** One variable an edge and one an element, and "what flows in flows out" at every node but the ground. */
export interface FlowEncoding {
  /** g0, g1 ... for elements; f01 for element 0 into combination 1; r0 for what leaves combination 0; e7 for edge 7. */
  readonly names: readonly string[]
  readonly lower: Float64Array
  readonly upper: Float64Array
  /** sum of coefficients[i] * variable[variables[i]] = 0. */
  readonly equations: readonly { readonly variables: Int32Array; readonly coefficients: Float64Array }[]
}

/** The equations after (21) of the TopDown paper. The first variables are the elements' totals, in order. */
export function flowEncoding(network: FlowNetwork): FlowEncoding {
  const { elements, elementNode, from, to } = network
  const first = elements.length
  const terms: [number, number][][] = Array.from({ length: network.nodes }, () => [])
  for (const [e, node] of elementNode.entries()) terms[node].push([e, 1])
  for (const [edge, node] of from.entries()) terms[node].push([first + edge, -1])
  for (const [edge, node] of to.entries()) terms[node].push([first + edge, 1])
  return {
    names: [...elements.map((_, e) => `g${e}`), ...Array.from(from, (_, edge) => edgeName(network, edge))],
    lower: Float64Array.from([...elements.map(() => 0), ...network.lower]),
    upper: Float64Array.from([...elements.map(() => Number.POSITIVE_INFINITY), ...network.upper]),
    equations: terms.slice(1).map((entries) => ({
      variables: Int32Array.from(entries, ([variable]) => variable),
      coefficients: Float64Array.from(entries, ([, coefficient]) => coefficient),
    })),
  }
}

function edgeName({ elementNode, combinations, from, to }: FlowNetwork, edge: number): string {
  const [element, into, outOf] = [
    elementNode.indexOf(from[edge]),
    combinations.indexOf(to[edge]),
    combinations.indexOf(from[edge]),
  ]
  if (element >= 0 && into >= 0) return `f${element}${into}`
  return outOf >= 0 && to[edge] === 0 ? `r${outOf}` : `e${edge}`
}
