export interface Conflict {
  /** Indices of facts that cannot all hold; without any one of them the others can, at this node. */
  readonly facts: readonly number[]
  readonly level: number
  readonly node: number
  readonly words: string
}
