/**
 * What a reader can work out of the withheld cells of a protected table: by elimination modulo a prime, what the equations fix alone; by bounds
 * carried from equation to equation, and by linear programs, how far each cell can go. Shares no code with what protected the table but the
 * solver.
 */
import { KeptProgram } from '../optimize/index.ts'
import { ModularSpan } from './modular-span.ts'
import type { ReadTable } from './protect-table.ts'

export interface Attack {
  /** Lines that are withheld, with how far each can go, in units; infinite where nothing holds it. */
  readonly lines: readonly number[]
  readonly lower: readonly number[]
  readonly upper: readonly number[]
  /** Lines that the equations fix. */
  readonly fixed: readonly number[]
}

/** Signed terms on places in the list of withheld lines, and what they must make up. */
interface Row {
  readonly terms: readonly (readonly [number, 1 | -1])[]
  readonly side: number
}

/** Elimination over the whole table would take too long; the programs find the same. */
const MOST_ELIMINATED = 1500
/** So many times the largest figure stands for no bound. */
const FAR = 64

/** `known`: lines that this reader knows besides those that are published. Undefined where the figures contradict each other. */
export async function attack(
  { units, equations }: Pick<ReadTable, 'units' | 'equations'>,
  mayBeNegative: boolean,
): Promise<Attack | undefined> {
  const lines = [...units.keys()].filter((line) => units[line] === undefined)
  const rows = rowsOf(lines, units, equations)
  const fixed = lines.length <= MOST_ELIMINATED ? fixedBy(rows, lines.length).map((at) => lines[at]) : []
  const largest = units.reduce((most, one) => Math.max(most, Math.abs(Number(one ?? 0n))), 1)
  const far = FAR * largest
  const bounds = await programs(rows, lines.length, mayBeNegative ? -far : 0, far)
  if (bounds === undefined) return undefined
  const open = (end: number): number => (Math.abs(end) >= far / 2 ? Math.sign(end) * Number.POSITIVE_INFINITY : end)
  return { lines, lower: bounds.lower.map(open), upper: bounds.upper.map(open), fixed }
}

function rowsOf(
  lines: readonly number[],
  units: readonly (bigint | undefined)[],
  equations: ReadTable['equations'],
): readonly Row[] {
  const place = new Map(lines.map((line, at) => [line, at]))
  return equations.flatMap((members): Row[] => {
    let side = 0n
    const terms: (readonly [number, 1 | -1])[] = []
    members.forEach((line, t) => {
      const sign = t === 0 ? -1 : 1
      const at = place.get(line)
      if (at === undefined) side -= BigInt(sign) * (units[line] ?? 0n)
      else terms.push([at, sign])
    })
    return terms.length === 0 ? [] : [{ terms, side: Number(side) }]
  })
}

function fixedBy(rows: readonly Row[], unknowns: number): readonly number[] {
  const span = new ModularSpan()
  for (const { terms } of rows) span.add(new Map(terms.map(([at, sign]) => [at, BigInt(sign)])))
  return Array.from({ length: unknowns }, (_, at) => at).filter((at) => span.has(new Map([[at, 1n]])))
}

interface Bounds {
  readonly lower: number[]
  readonly upper: number[]
}

/** One program for all: only what it asks for changes. */
async function programs(
  rows: readonly Row[],
  unknowns: number,
  least: number,
  most: number,
): Promise<Bounds | undefined> {
  const start = carried(rows, unknowns, least, most)
  const sizes = start.upper.map((end, at) => end - start.lower[at]).sort((a, b) => a - b)
  const scale = 1 / Math.max(1, sizes[sizes.length >> 1] ?? 1)
  const starts = [0]
  for (const { terms } of rows) starts.push(starts[starts.length - 1] + terms.length)
  const sides = Float64Array.from(rows, ({ side }) => side * scale)
  const program = await KeptProgram.open({
    sense: 'minimise',
    cost: new Float64Array(unknowns),
    columnLower: Float64Array.from(start.lower, (end) => end * scale),
    columnUpper: Float64Array.from(start.upper, (end) => end * scale),
    rowLower: sides,
    rowUpper: sides,
    matrix: {
      layout: 'rows',
      starts: Int32Array.from(starts),
      indices: Int32Array.from(rows.flatMap(({ terms }) => terms.map(([at]) => at))),
      values: Float64Array.from(rows.flatMap(({ terms }) => terms.map(([, sign]) => sign))),
    },
  })
  try {
    const [lower, upper] = [[...start.lower], [...start.upper]]
    for (let at = 0; at < unknowns; at++)
      for (const direction of [1, -1] as const) {
        program.setCost(at, direction)
        const run = program.run()
        program.setCost(at, 0)
        if (run.status === 'infeasible') return undefined
        if (run.status !== 'optimal') continue
        if (direction === 1) lower[at] = Math.max(lower[at], run.x[at] / scale)
        else upper[at] = Math.min(upper[at], run.x[at] / scale)
      }
    return { lower, upper }
  } finally {
    program.close()
  }
}

/** Each unknown of an equation is what is left after the others at their ends; as often as something changes, within reason. */
function carried(rows: readonly Row[], unknowns: number, least: number, most: number): Bounds {
  const lower = new Array<number>(unknowns).fill(least)
  const upper = new Array<number>(unknowns).fill(most)
  for (let round = 0, changed = true; changed && round < 20; round++) {
    changed = false
    for (const { terms, side } of rows)
      for (const [own, ownSign] of terms) {
        let [from, to] = [side, side]
        for (const [at, sign] of terms) {
          if (at === own) continue
          from -= sign === 1 ? upper[at] : -lower[at]
          to -= sign === 1 ? lower[at] : -upper[at]
        }
        const [low, high] = ownSign === 1 ? [from, to] : [-to, -from]
        if (low > lower[own]) [lower[own], changed] = [low, true]
        if (high < upper[own]) [upper[own], changed] = [high, true]
      }
  }
  return { lower, upper }
}
