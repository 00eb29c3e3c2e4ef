/**
 * The proofs of a protected table: for every need another table that readers cannot rule out. Each is looked at in fractions: it moves cells that
 * are withheld and none that its reader knows, all sums hold, no cell leaves what is known beforehand, and the cell moves by its need.
 */
import { add, compare, parseRational, type Rational, rational, subtract, ZERO } from '../exact/index.ts'
import type { SpecProtect } from '../spec/index.ts'
import { type Check, checkOf } from './check.ts'
import type { PrivatePart } from './protect-part.ts'
import { requiredNeeds } from './protect-rules.ts'
import type { ReadTable } from './protect-table.ts'

type Suppressed = Extract<SpecProtect, { kind: 'suppress' }>
type Proof = PrivatePart['proofs'][number]

interface System {
  readonly value: readonly number[]
  readonly lower: readonly number[]
  readonly upper: readonly number[]
  readonly withheld: ReadonlySet<number>
  readonly equations: readonly (readonly number[])[]
}

export function proofChecks(part: PrivatePart, asked: Suppressed, table: ReadTable): readonly Check[] {
  const system = systemOf(part, table)
  const needs = neededOf(part)
  const hold = new Map<Proof, boolean>(part.proofs.map((proof) => [proof, holds(proof, system)]))
  const valid = part.proofs.filter((proof) => hold.get(proof))
  const name = (cell: number): string => (cell < part.value.length ? `line ${cell + 2}` : 'a sum or an earlier cell')
  const wrong = part.proofs
    .filter((proof) => !hold.get(proof))
    .map(({ cell }) => `the proof for ${name(cell)} does not hold`)
  const missing = needs
    .filter((need) => valid.every((proof) => !serves(proof, need, new Set())))
    .map(({ cell }) => `${name(cell)} has no proof of its need`)
  return [
    priorCheck(part, asked),
    checkOf(
      'proofs',
      [...wrong.slice(0, 3), ...missing.slice(0, 3)],
      `${part.proofs.length} proofs hold in fractions, one or more for each of ${needs.length} needs`,
    ),
    unionsCheck(part, asked, table),
    readersCheck(part, asked, needs, valid, name),
  ]
}

/** The cells, then those of earlier releases, then sums that became cells. */
function systemOf(part: PrivatePart, { equations }: ReadTable): System {
  const { value, earlier, unions } = part
  const all = [...value, ...(earlier?.value ?? [])]
  const lower = [...part.lower]
  const upper = [...part.upper]
  const sum = (list: readonly number[], cells: readonly number[]): number =>
    cells.reduce((total, cell) => total + list[cell], 0)
  const sums: number[][] = []
  for (const { cell, parts } of unions) {
    all[cell] = sum(all, parts)
    lower[cell] = sum(lower, parts)
    upper[cell] = sum(upper, parts)
    sums.push([cell, ...parts])
  }
  return {
    value: all,
    lower,
    upper,
    withheld: new Set([...part.withheld, ...(earlier?.withheld ?? []), ...unions.map(({ cell }) => cell)]),
    equations: [...equations, ...(earlier?.equations ?? []), ...sums],
  }
}

interface Needed {
  readonly cell: number
  readonly direction: 1 | -1
  readonly by: number
}

function neededOf({ sensitive, unions, earlier }: PrivatePart): readonly Needed[] {
  return [...sensitive, ...unions, ...(earlier?.sensitive ?? [])].flatMap(({ cell, up, down }): Needed[] => [
    ...(up > 0 ? [{ cell, direction: 1 as const, by: up }] : []),
    ...(down > 0 ? [{ cell, direction: -1 as const, by: down }] : []),
  ])
}

function holds({ cell, direction, by, known = [], moves }: Proof, system: System): boolean {
  const { value, lower, upper, withheld, equations } = system
  const move = new Map<number, Rational>(moves.map(([at, text]) => [at, parseRational(text)]))
  const own = move.get(cell) ?? ZERO
  if (compare(direction === 1 ? own : subtract(ZERO, own), rational(BigInt(by))) < 0) return false
  for (const [at, by] of move) {
    if (!withheld.has(at) || known.includes(at)) return false
    const to = add(rational(BigInt(value[at])), by)
    if (compare(to, rational(BigInt(lower[at]))) < 0 || compare(to, rational(BigInt(upper[at]))) > 0) return false
  }
  return equations.every(([total, ...parts]) => {
    const sum = parts.reduce((all, at) => add(all, move.get(at) ?? ZERO), ZERO)
    return compare(sum, move.get(total) ?? ZERO) === 0
  })
}

/** Whether a proof that holds is one of a need, for a reader who knows these cells. */
function serves(proof: Proof, need: Needed, known: ReadonlySet<number>): boolean {
  if (proof.cell !== need.cell || proof.direction !== need.direction || proof.by < need.by) return false
  return !proof.moves.some(([at]) => known.has(at))
}

/** What a reader is taken to know may be less than this, and never more. */
function priorCheck(
  { value, lower, upper, sensitive, largest, isCount, mayBeNegative }: PrivatePart,
  { prior }: Suppressed,
): Check {
  const top = value.reduce((most, amount) => Math.max(most, Math.abs(amount)), 0)
  const needUp = new Map(sensitive.map(({ cell, up }) => [cell, up]))
  const needDown = new Map(sensitive.map(({ cell, down }) => [cell, down]))
  const wide = value.flatMap((amount, cell) => {
    const size = Math.max(Math.abs(amount), mayBeNegative ? (largest[cell][0] ?? 0) : 0)
    const width = Math.floor((prior / 100) * size)
    const most = isCount
      ? Math.max(2 * top, amount + (needUp.get(cell) ?? 0))
      : amount + Math.max(width, amount === 0 ? Math.max(top, needUp.get(cell) ?? 0) : 0)
    const least = isCount
      ? 0
      : mayBeNegative
        ? amount - Math.max(width, needDown.get(cell) ?? 0)
        : Math.max(0, amount - width)
    return lower[cell] < least || upper[cell] > most ? [cell + 2] : []
  })
  const faults =
    wide.length === 0 ? [] : [`readers are taken to know less than was asked: lines ${wide.slice(0, 5).join(', ')}`]
  return checkOf('known beforehand', faults, 'what readers are taken to know beforehand is what was asked')
}

/** A sum of withheld parts that is known must keep the rules, or be one of the sums that were protected. */
function unionsCheck(part: PrivatePart, asked: Suppressed, { equations }: ReadTable): Check {
  const withheld = new Set(part.withheld)
  const listed = new Set(part.unions.map(({ parts }) => parts.join()))
  const faults: string[] = []
  for (const [total, ...parts] of equations) {
    const hidden = parts.filter((cell) => withheld.has(cell))
    if (withheld.has(total) || hidden.length < 2 || listed.has(hidden.join())) continue
    const contributors = hidden.map((cell) => part.contributors[cell])
    // Together they have at most so many contributors, and none that is smaller than here: what breaks a rule so, breaks it.
    const together = {
      value: hidden.reduce((sum, cell) => sum + part.value[cell], 0),
      contributors: contributors.includes(null) ? null : contributors.reduce<number>((sum, n) => sum + (n ?? 0), 0),
      size: hidden.reduce((sum, cell) => sum + part.size[cell], 0),
      largest: hidden.flatMap((cell) => part.largest[cell]).sort((a, b) => b - a),
      asked: undefined,
    }
    if (requiredNeeds(together, asked, part.isCount, false) !== undefined)
      faults.push(`the withheld parts of line ${total + 2} together break a rule, and are not protected as a sum`)
  }
  const short = part.unions.filter((union) => {
    const needed = requiredNeeds({ ...union, value: union.size }, asked, part.isCount, false)
    return needed !== undefined && (union.up < needed.up || union.down < needed.down)
  })
  if (short.length > 0) faults.push(`${short.length} sums need more than is stated`)
  return checkOf(
    'sums of withheld parts',
    faults.slice(0, 5),
    `${part.unions.length} of them break a rule, and are protected`,
  )
}

/** However many contributors may work together: each of their choices leaves every need a proof that moves none of their cells. */
function readersCheck(
  { alone }: PrivatePart,
  { coalition }: Suppressed,
  needs: readonly Needed[],
  valid: readonly Proof[],
  name: (cell: number) => string,
): Check {
  const readersOf = new Map<number, number[]>()
  alone.forEach((cells, reader) => {
    for (const cell of cells) readersOf.set(cell, [...(readersOf.get(cell) ?? []), reader])
  })
  const byNeed = new Map<string, Proof[]>()
  for (const proof of valid) {
    const key = `${proof.cell}:${proof.direction}`
    byNeed.set(key, [...(byNeed.get(key) ?? []), proof])
  }
  let looked = 0
  const isSafe = (need: Needed, together: readonly number[]): boolean => {
    const known = new Set(together.flatMap((reader) => alone[reader]))
    if (known.has(need.cell)) return true
    looked++
    const proof = byNeed.get(`${need.cell}:${need.direction}`)?.find((one) => serves(one, need, known))
    if (proof === undefined) return false
    if (together.length === coalition) return true
    const next = new Set(proof.moves.flatMap(([at]) => readersOf.get(at) ?? []))
    return [...next].every((reader) => together.includes(reader) || isSafe(need, [...together, reader]))
  }
  const open = coalition === 0 ? [] : needs.filter((need) => !isSafe(need, []))
  const faults = open
    .slice(0, 5)
    .map(({ cell }) => `${name(cell)} is not protected against a contributor who is alone in a cell`)
  return checkOf(
    'contributors as readers',
    faults,
    coalition === 0 ? 'not asked for, and the release says so' : `${looked} choices of readers looked at`,
  )
}
