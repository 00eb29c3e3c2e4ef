/** A family of sets, any two of which are nested or disjoint, as a tree. */
export interface LaminarNode {
  /** The index of the set, -1 for the top, which holds every atom and bounds nothing. */
  readonly set: number
  /** Maximal sets inside this one, as indices of nodes. */
  readonly children: readonly number[]
  /** The atoms of this set that no child holds. */
  readonly own: Int32Array
}

/** Nodes from the inside out, the top last; undefined when two sets cross. The sets must be distinct and not empty. */
export function laminarTree(atoms: number, sets: readonly Int32Array[]): readonly LaminarNode[] | undefined {
  const order = [...sets.keys()].sort((a, b) => sets[b].length - sets[a].length)
  const deepest = new Int32Array(atoms).fill(-1)
  const parent = new Int32Array(sets.length)
  for (const set of order) {
    const around = deepest[sets[set][0]]
    if (sets[set].some((atom) => deepest[atom] !== around)) return undefined
    parent[set] = around
    for (const atom of sets[set]) deepest[atom] = set
  }
  const inward = order.reverse()
  const place = new Int32Array(sets.length)
  inward.forEach((set, index) => {
    place[set] = index
  })
  return [...inward, -1].map((set) => ({
    set,
    children: inward.filter((child) => parent[child] === set).map((child) => place[child]),
    own: Int32Array.from([...deepest.keys()].filter((atom) => deepest[atom] === set)),
  }))
}
