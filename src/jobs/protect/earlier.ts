/**
 * What was published of the same data before: a published cell stays published and a withheld one withheld, and what earlier cells need they need
 * of all tables together. So the earlier tables become cells and equations of the problem.
 */
import type { RecordedCell, RecordedRelease } from '../../ledger/index.ts'
import { cellName, type TableSystem } from '../../model/index.ts'
import type { SuppressionProblem, TableContents } from '../../protection/index.ts'
import { clipped, RequestError } from '../../request-error.ts'

/** One name for a cell in all tables: its variables and codes, those at the total left out. */
export function cellKey({ variables, codes }: TableSystem, cell: number): string {
  const parts = variables.flatMap(({ name, codes: names }, v): [string, string][] => {
    const code = codes[cell * variables.length + v]
    return code === 0 ? [] : [[name, names[code]]]
  })
  return JSON.stringify(parts.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}

export interface EarlierCells {
  /** The problem with the earlier tables in it. */
  readonly problem: SuppressionProblem
  /** For the private part: the cells that no present table has, numbered after the others. */
  readonly secret: {
    readonly value: readonly number[]
    readonly withheld: readonly number[]
    readonly equations: readonly (readonly number[])[]
    readonly sensitive: readonly { readonly cell: number; readonly up: number; readonly down: number }[]
  }
}

export function withEarlier(
  contents: TableContents,
  plain: SuppressionProblem,
  releases: readonly RecordedRelease[],
  keep: ReadonlySet<number>,
): EarlierCells {
  const { system } = contents
  const indexOf = new Map(Array.from({ length: system.cells }, (_, cell) => [cellKey(system, cell), cell]))
  const grown = new GrownProblem(plain)
  const equations: number[][] = []
  for (const release of releases) {
    const places = release.cells.map((cell) => placeOf(cell, release, { contents, indexOf, grown, keep }))
    for (const members of release.equations) equations.push(members.map((at) => places[at]))
    for (const { parts, up, down } of release.sums ?? []) {
      const cells = parts.map((at) => places[at])
      equations.push([grown.addSum(cells, up, down), ...cells])
    }
  }
  return {
    problem: grown.problem(equations),
    secret: {
      value: grown.value.slice(system.cells),
      withheld: grown.forced.filter((cell) => cell >= system.cells),
      equations,
      sensitive: grown.forced
        .map((cell) => ({ cell, up: grown.needUp[cell], down: grown.needDown[cell] }))
        .filter(({ up, down }) => up > 0 || down > 0),
    },
  }
}

interface Placing {
  readonly contents: TableContents
  readonly indexOf: Map<string, number>
  readonly grown: GrownProblem
  readonly keep: ReadonlySet<number>
}

function placeOf(
  recorded: RecordedCell,
  release: RecordedRelease,
  { contents: { system, value }, indexOf, grown, keep }: Placing,
): number {
  const [key, figure, withheld, up, down] = recorded
  const there = indexOf.get(key)
  if (there === undefined) {
    const cell = grown.add(recorded)
    indexOf.set(key, cell)
    return cell
  }
  const name = there < system.cells ? `(${cellName(system, there)})` : 'a cell of an earlier table'
  if (there < system.cells && figure !== value[there])
    throw clash(
      release,
      `${name} has another figure there although the data are the same: another way of counting. Give the figures another name`,
    )
  if (withheld === 1) {
    if (keep.has(there)) throw clash(release, `${name} is withheld there, and would be published now`)
    if (grown.isFixed(there) && figure !== 0) grown.unfix(there)
    grown.force(there, up, down)
  } else if (grown.isSensitive(there))
    throw clash(release, `${name} is published there, and would have to be withheld now`)
  else grown.fix(there)
  return there
}

function clash({ release, date, runId }: RecordedRelease, what: string): RequestError {
  return new RequestError(
    'refused',
    `The release ${clipped(release)} of ${date} (run ${runId.slice(0, 8)}) is out already: ${what}. What is published stays published; take rules that it kept, or leave these cells out of the table.`,
  )
}

/** The arrays of a problem as lists that grow. */
class GrownProblem {
  readonly value: number[]
  readonly needUp: number[]
  readonly needDown: number[]
  readonly #forced = new Set<number>()
  readonly #lower: number[]
  readonly #upper: number[]
  readonly #cost: number[]
  readonly #fixed: number[]
  readonly #sensitive: Set<number>
  readonly #plain: SuppressionProblem

  constructor(plain: SuppressionProblem) {
    this.#plain = plain
    this.value = [...plain.value]
    this.needUp = [...plain.needUp]
    this.needDown = [...plain.needDown]
    this.#lower = [...plain.lower]
    this.#upper = [...plain.upper]
    this.#cost = [...plain.cost]
    this.#fixed = [...plain.fixed]
    this.#sensitive = new Set(plain.sensitive)
  }

  get forced(): readonly number[] {
    return [...this.#forced]
  }

  isFixed = (cell: number): boolean => this.#fixed[cell] === 1
  isSensitive = (cell: number): boolean => this.#sensitive.has(cell)

  fix(cell: number): void {
    this.#fixed[cell] = 1
  }

  unfix(cell: number): void {
    this.#fixed[cell] = 0
  }

  force(cell: number, up: number, down: number): void {
    this.needUp[cell] = Math.max(this.needUp[cell], up)
    this.needDown[cell] = Math.max(this.needDown[cell], down)
    this.#sensitive.add(cell)
    this.#forced.add(cell)
  }

  add([, value, withheld, up, down, lower, upper]: RecordedCell): number {
    const cell = this.value.length
    this.value.push(value)
    this.needUp.push(0)
    this.needDown.push(0)
    this.#lower.push(lower)
    this.#upper.push(upper)
    this.#cost.push(1)
    this.#fixed.push(withheld === 1 ? 0 : 1)
    if (withheld === 1) this.force(cell, up, down)
    return cell
  }

  /** A cell that stands in no table: what these withheld ones are together. */
  addSum(cells: readonly number[], up: number, down: number): number {
    const total = (of: readonly number[]): number => cells.reduce((sum, cell) => sum + of[cell], 0)
    return this.add(['', total(this.value), 1, up, down, total(this.#lower), total(this.#upper)])
  }

  problem(equations: readonly (readonly number[])[]): SuppressionProblem {
    const { starts, members } = this.#plain.equations
    let at = members.length
    return {
      ...this.#plain,
      value: Float64Array.from(this.value),
      needUp: Float64Array.from(this.needUp),
      needDown: Float64Array.from(this.needDown),
      lower: Float64Array.from(this.#lower),
      upper: Float64Array.from(this.#upper),
      cost: Float64Array.from(this.#cost),
      fixed: Uint8Array.from(this.#fixed),
      sensitive: [...this.#sensitive],
      equations: {
        starts: Int32Array.from([...starts, ...equations.map((row) => (at += row.length))]),
        members: Int32Array.from([...members, ...equations.flat()]),
      },
    }
  }
}
