/** A table with cells withheld until every need is proved, or why that cannot be. */
import { cellName } from '../model/index.ts'
import { listed, RequestError } from '../request-error.ts'
import { sensitivity } from './rules/sensitive.ts'
import { type FoundSensitive, type SensitivityAsked, sensitiveCells } from './rules/sensitive-cells.ts'
import { aloneIn, type TableContents } from './rules/table-contents.ts'
import { provesExactly } from './suppress/deviation.ts'
import { preventingCells } from './suppress/preventing-cells.ts'
import type { SuppressionProblem } from './suppress/problem.ts'
import type { ProvedNeed } from './suppress/readers.ts'
import { type Suppression, type SuppressionOptions, suppress } from './suppress/suppress.ts'
import { type TableProblemOptions, tableProblem } from './suppress/table-problem.ts'

export interface SuppressTable extends SensitivityAsked, TableProblemOptions {
  /** Sensitive cells that are published nevertheless. */
  readonly waived: ReadonlySet<number>
  /** How many contributors who are alone in cells may work together. */
  readonly coalition: number
  readonly limits: Pick<SuppressionOptions, 'shouldStop' | 'whenStopped' | 'seconds' | 'exactUpTo' | 'engine'>
  /** Adds what was published before; the problem itself without it. */
  readonly withEarlier?: (problem: SuppressionProblem) => SuppressionProblem
}

export interface SuppressedTable {
  /** Those that were waived are not among them. */
  readonly sensitive: readonly FoundSensitive[]
  readonly problem: SuppressionProblem
  readonly withheld: Uint8Array
  readonly found: Suppression
  /** Every need with its proof in fractions. */
  readonly proved: readonly ProvedNeed[]
}

export async function suppressTable(contents: TableContents, asked: SuppressTable): Promise<SuppressedTable> {
  const all = sensitiveCells(contents, asked)
  const sensitive = all.filter(({ cell }) => !asked.waived.has(cell))
  checkKept(contents, sensitive, asked.keep)
  const keep = new Set([...asked.keep, ...asked.waived])
  const plain = tableProblem(contents, sensitive, { ...asked, keep })
  const problem = asked.withEarlier?.(plain) ?? plain
  const found = await suppress(problem, {
    ...asked.limits,
    unionNeed: (parts) => {
      const own = parts.filter((cell) => cell < contents.system.cells)
      return own.length < parts.length ? undefined : sensitivity(asked.rules, asked.needs, contents.union(own))
    },
    readers: { cells: aloneIn(contents), coalition: asked.coalition },
  })
  const name = (cell: number): string => cellOrSum(contents, found, problem.value.length, cell)
  if (found.impossible.length > 0) throw await impossible(contents, found, asked, name)
  checkSomethingLeft(contents, found.withheld)
  return { sensitive, problem, withheld: found.withheld, found, proved: allProved(found, name) }
}

function checkKept(contents: TableContents, sensitive: readonly FoundSensitive[], keep: ReadonlySet<number>): void {
  const clash = sensitive.filter(({ cell }) => keep.has(cell)).map(({ cell }) => `(${cellName(contents.system, cell)})`)
  if (clash.length > 0)
    throw new RequestError(
      'infeasible',
      `\`keep\` names cells that are sensitive: ${listed(clash)}. Leave them out of it, or give the reason for which they may be published under \`waive\`.`,
    )
}

/** A cell of the table, one of an earlier release, or a sum that was made sensitive; `asked`: cells before there were sums. */
function cellOrSum(contents: TableContents, found: Suppression, asked: number, cell: number): string {
  if (cell < contents.system.cells) return `(${cellName(contents.system, cell)})`
  if (cell < asked) return 'a cell of an earlier release'
  return found.unions[cell - asked].parts.map((part) => cellOrSum(contents, found, asked, part)).join(' + ')
}

async function impossible(
  contents: TableContents,
  { impossible: needs, pattern }: Suppression,
  { keep, waived, withEarlier, limits }: SuppressTable,
  name: (cell: number) => string,
): Promise<RequestError> {
  const cells = [...new Set(needs.map(({ cell }) => cell))].map(name)
  const preventing = await preventingCells(pattern.problem, needs[0], limits.engine)
  const why = (cell: number): string => {
    if (keep.has(cell)) return 'which is under `keep`'
    if (waived.has(cell)) return 'which is under `waive`'
    if (contents.value[cell] === 0) return 'which is 0'
    return isTop(contents, cell) ? '' : 'which is out already'
  }
  const words = preventing.map((cell) => [name(cell), why(cell)].filter((word) => word !== '').join(', '))
  const reason =
    words.length === 0
      ? ' Readers are taken to know too much of amounts beforehand: see `prior`.'
      : ` ${name(needs[0].cell)} cannot be protected as long as ${words.length === 1 ? 'this is' : 'these are'} published: ${listed(words)}.`
  if (withEarlier !== undefined)
    return new RequestError(
      'refused',
      `Together with what is out already these cannot be protected, and nothing is published: ${listed(cells)}.${reason} What is published stays published; take a coarser table, or leave these cells out.`,
    )
  const readers = needs.some((need) => need.known !== undefined)
    ? ' Some of these a contributor who is alone in another cell would work out; `coalition: 0` protects against readers from outside alone.'
    : ''
  return new RequestError(
    'infeasible',
    `These cannot be protected whatever else is withheld: ${listed(cells)}.${reason}${readers} Join codes, or leave out a variable.`,
  )
}

const isTop = ({ system: { codes, variables } }: TableContents, cell: number): boolean =>
  codes.subarray(cell * variables.length, (cell + 1) * variables.length).every((code) => code === 0)

function checkSomethingLeft(contents: TableContents, withheld: Uint8Array): void {
  const { system, value } = contents
  for (let cell = 0; cell < system.cells; cell++)
    if (withheld[cell] === 0 && value[cell] !== 0 && !isTop(contents, cell)) return
  if (withheld.subarray(0, system.cells).some((one) => one === 1))
    throw new RequestError(
      'infeasible',
      'Everything but the total would be withheld. A rule that makes nearly every cell sensitive does that: ask less, join codes, or leave out a variable.',
    )
}

/** The proof of every need. One that does not hold in fractions is none. */
function allProved(
  { pattern, readerProofs, unproved }: Suppression,
  name: (cell: number) => string,
): readonly ProvedNeed[] {
  const proved = [
    ...pattern.needs.flatMap((need, n): ProvedNeed[] => {
      const proof = pattern.proofs[n]
      return proof === undefined ? [] : [{ need, proof }]
    }),
    ...readerProofs,
  ]
  const open = [...unproved, ...proved.filter(({ need, proof }) => !provesExactly(proof, need)).map(({ need }) => need)]
  if (open.length === 0) return proved
  const cells = [...new Set(open.map(({ cell }) => name(cell)))]
  throw new RequestError(
    'infeasible',
    `${cells.length} cell${cells.length === 1 ? '' : 's'} could not be proved to be protected, and nothing is published: ${listed(cells)}. Give the search more time, or join codes.`,
  )
}
