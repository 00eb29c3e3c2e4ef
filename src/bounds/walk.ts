/**
 * Tables that meet every release, met by walking: from one of them along moves that no release sees. Each table met shows a value that
 * a count can have; where that is the bound which shuttling proved, the bound is settled without a program.
 *
 * A move exchanges two levels of each variable of a set S, the others held: the 2^|S| cells change by +t and -t in turn. A sum over a
 * side of the table keeps its value when a variable of S is summed over, or when both its levels are counted as one (the moves of Diaconis
 * and Sturmfels, Annals of Statistics 1998, for all margins of a set of variables). They are not all moves there are: what a walk does
 * not settle is left to the programs.
 */
import type { DesignVariable } from './design.ts'
import type { Space } from './space.ts'

/** A count on its way: its proved bounds, and what tables were seen to have. */
export interface Sought {
  readonly cells: readonly number[]
  readonly lower: number
  readonly upper: number
  least: number
  most: number
}

/** What a table must keep. */
export interface Kept {
  /** Tables of these variables keep every count. */
  readonly sides: readonly (readonly DesignVariable[])[]
  /** Sums of cells that keep within their bounds. */
  readonly sums: readonly { readonly cells: readonly number[]; readonly lower: number; readonly upper: number }[]
}

/** Tries for one bound in the first round, and in each next so many times as many. */
const TRIES = 30
const MORE = 4
const ROUNDS = 5
/** Moves that are tried to fill a cell that stands in the way. */
const REPAIRS = 6

export function isSettled({ lower, upper, least, most }: Sought): boolean {
  return least === lower && most === upper
}

/** Walks from a table that meets every release, which it changes, until all is settled or `isOver`. */
export function walk(
  space: Space,
  kept: Kept,
  sought: readonly Sought[],
  table: Float64Array,
  isOver: () => boolean,
): void {
  const walker = new Walker(space, kept, sought, table)
  let tries = TRIES
  for (let round = 0; round < ROUNDS; round++, tries *= MORE) {
    for (const k of sought.keys()) {
      if (isSettled(sought[k])) continue
      if (isOver()) return
      walker.push(k, -1, tries)
      walker.push(k, 1, tries)
    }
    if (sought.every(isSettled)) return
  }
}

class Walker {
  readonly #space: Space
  readonly #sought: readonly Sought[]
  readonly #x: Float64Array
  readonly #strides: readonly number[]
  readonly #moves: readonly (readonly number[])[]
  /** By side and variable: undefined where it is summed over, its merged levels otherwise. */
  readonly #groups: readonly (readonly (ArrayLike<number> | undefined)[])[]
  readonly #value: Float64Array
  readonly #counting: Membership
  readonly #sums: readonly { readonly lower: number; readonly upper: number }[]
  readonly #sumValue: Float64Array
  readonly #summed: Membership
  #state = 1

  constructor(space: Space, { sides, sums }: Kept, sought: readonly Sought[], table: Float64Array) {
    this.#space = space
    this.#sought = sought
    this.#x = table
    this.#strides = space.map((_, v) => space.slice(v + 1).reduce((product, levels) => product * levels, 1))
    this.#groups = sides.map((side) => space.map((levels, v) => groupsOf(side, v, levels)))
    this.#moves = movesOf(space, sides)
    this.#counting = membership(table.length, sought)
    this.#value = Float64Array.from(sought, ({ cells }) => cells.reduce((sum, cell) => sum + table[cell], 0))
    this.#sums = sums
    this.#summed = membership(table.length, sums)
    this.#sumValue = Float64Array.from(sums, ({ cells }) => cells.reduce((sum, cell) => sum + table[cell], 0))
    for (const k of sought.keys()) this.#meet(k)
  }

  /** Moves the k-th count towards its bound below (-1) or above (1). */
  push(k: number, way: 1 | -1, tries: number): void {
    const { cells, lower, upper } = this.#sought[k]
    const goal = way < 0 ? lower : upper
    if ((way < 0 ? this.#sought[k].least : this.#sought[k].most) === goal) return
    for (let t = 0; t < tries && this.#value[k] !== goal; t++) {
      const cell = cells.length === 1 ? cells[0] : cells[this.#draw(cells.length)]
      if (way < 0 && this.#x[cell] === 0) continue
      const move = this.#drawMove(cell, way)
      if (move === undefined) continue
      const most = Math.abs(goal - this.#value[k])
      const step = this.#room(move, way)
      if (step > 0) this.#apply(move, way * Math.min(step, most))
      else this.#repair(move, way)
    }
  }

  /**
   * The cells of a move through a cell: the first half change with it, the others the other way. The level that each variable is
   * exchanged with is one at which all cells can give that must, if there is one.
   */
  #drawMove(cell: number, way: 1 | -1): readonly number[] | undefined {
    const variables = this.#moves[this.#draw(this.#moves.length)]
    if (variables === undefined) return undefined
    const [first, from, to] = [this.#draw(variables.length), [] as number[], [] as number[]]
    const even = [cell]
    const odd: number[] = []
    for (let i = 0; i < variables.length; i++) {
      const at = (first + i) % variables.length
      const v = variables[at]
      const stride = this.#strides[v]
      from[at] = Math.floor(cell / stride) % this.#space[v]
      to[at] = this.#levelThatGives(v, from[at], way < 0 ? odd : even)
      const shift = (to[at] - from[at]) * stride
      const [gains, loses] = [even.length, odd.length]
      for (let k = 0; k < gains; k++) odd.push(even[k] + shift)
      for (let k = 0; k < loses; k++) even.push(odd[k] + shift)
    }
    return this.#isUnseen(variables, from, to) ? [...even, ...odd] : undefined
  }

  /** Another level of a variable, one at which none of the cells is 0 if there is one. */
  #levelThatGives(v: number, here: number, cells: readonly number[]): number {
    const levels = this.#space[v]
    const stride = this.#strides[v]
    const start = this.#draw(levels)
    for (let t = 0; t < levels; t++) {
      const level = (start + t) % levels
      if (level !== here && cells.every((cell) => this.#x[cell + (level - here) * stride] > 0)) return level
    }
    return start === here ? (start + 1) % levels : start
  }

  #isUnseen(variables: readonly number[], from: readonly number[], to: readonly number[]): boolean {
    return this.#groups.every((groups) =>
      variables.some((v, i) => {
        const merged = groups[v]
        return merged === undefined || merged[from[i]] === merged[to[i]]
      }),
    )
  }

  /** How many times the move may be made. */
  #room(move: readonly number[], way: 1 | -1): number {
    const half = move.length / 2
    let room = Number.POSITIVE_INFINITY
    for (let i = 0; i < half; i++) room = Math.min(room, this.#x[move[way < 0 ? i : half + i]])
    if (room === 0 || this.#sums.length === 0) return room
    for (const [s, change] of this.#changes(move, way)) {
      const { lower, upper } = this.#sums[s]
      if (change > 0) room = Math.min(room, Math.floor((upper - this.#sumValue[s]) / change))
      if (change < 0) room = Math.min(room, Math.floor((this.#sumValue[s] - lower) / -change))
    }
    return room
  }

  #changes(move: readonly number[], way: number): Map<number, number> {
    const changes = new Map<number, number>()
    const half = move.length / 2
    move.forEach((cell, i) => {
      const change = i < half ? way : -way
      for (const s of this.#summed(cell)) changes.set(s, (changes.get(s) ?? 0) + change)
    })
    return changes
  }

  /** Fills one cell that could not give, by a move that takes nothing from the others. */
  #repair(move: readonly number[], way: 1 | -1): void {
    const half = move.length / 2
    const giving = way < 0 ? move.slice(0, half) : move.slice(half)
    const empty = giving.find((cell) => this.#x[cell] === 0)
    if (empty === undefined) return
    for (let t = 0; t < REPAIRS; t++) {
      const filling = this.#drawMove(empty, 1)
      if (filling === undefined) continue
      const taking = filling.slice(filling.length / 2)
      if (taking.some((cell) => move.includes(cell))) continue
      if (this.#room(filling, 1) > 0) {
        this.#apply(filling, 1)
        return
      }
    }
  }

  #apply(move: readonly number[], step: number): void {
    const half = move.length / 2
    const touched: number[] = []
    move.forEach((cell, i) => {
      const change = i < half ? step : -step
      this.#x[cell] += change
      for (const k of this.#counting(cell)) {
        this.#value[k] += change
        touched.push(k)
      }
      for (const s of this.#summed(cell)) this.#sumValue[s] += change
    })
    for (const k of touched) this.#meet(k)
  }

  #meet(k: number): void {
    const one = this.#sought[k]
    one.least = Math.min(one.least, this.#value[k])
    one.most = Math.max(one.most, this.#value[k])
  }

  /** Below `bound`: the same in every run, and nothing depends on how good it is. */
  #draw(bound: number): number {
    this.#state ^= this.#state << 13
    this.#state ^= this.#state >>> 17
    this.#state ^= this.#state << 5
    return (this.#state >>> 0) % bound
  }
}

function groupsOf(side: readonly DesignVariable[], v: number, levels: number): ArrayLike<number> | undefined {
  const used = side.find(({ variable }) => variable === v)
  return used === undefined ? undefined : (used.groups ?? Int32Array.from({ length: levels }, (_, level) => level))
}

/** Sets of variables of which some move is seen by no side, none of which has a smaller one that always is. */
function movesOf(space: Space, sides: readonly (readonly DesignVariable[])[]): number[][] {
  const moving = space.flatMap((levels, v) => (levels > 1 ? [v] : []))
  const sets = Array.from({ length: 2 ** moving.length - 1 }, (_, s) =>
    space.flatMap((_, v) => (((s + 1) >> v) & 1 ? [v] : [])),
  )
  const always: number[][] = []
  const found: number[][] = []
  for (const set of sets.sort((a, b) => a.length - b.length)) {
    if (always.some((smaller) => smaller.every((v) => set.includes(v)))) continue
    const uses = sides.map((side) => set.map((v) => side.find(({ variable }) => variable === v)))
    if (uses.every((used) => used.includes(undefined))) always.push(set)
    else if (!uses.every((used) => used.some((one) => one === undefined || one.groups !== undefined))) continue
    found.push(set)
  }
  return found
}

/** Of which sums a cell is a part. */
type Membership = (cell: number) => ArrayLike<number> & Iterable<number>

function membership(cells: number, sums: readonly { readonly cells: readonly number[] }[]): Membership {
  const starts = new Int32Array(cells + 1)
  for (const sum of sums) for (const cell of sum.cells) starts[cell + 1]++
  for (let c = 0; c < cells; c++) starts[c + 1] += starts[c]
  const ids = new Int32Array(starts[cells])
  const next = starts.slice(0, cells)
  sums.forEach((sum, k) => {
    for (const cell of sum.cells) ids[next[cell]++] = k
  })
  return (cell) => ids.subarray(starts[cell], starts[cell + 1])
}
