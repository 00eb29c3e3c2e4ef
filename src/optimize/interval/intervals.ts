/**
 * What each unknown of a system of signed sums can be: bounds by the equations first, then, component by component, one kept program whose
 * objective alone changes. Every solution is a point that can be, so it widens what is met for all of its unknowns, and a bound that is met
 * needs no program.
 */
import type { EngineSource } from '../linear/highs-engine.ts'
import { KeptProgram } from '../linear/kept-program.ts'
import type { LinearModel } from '../linear/model.ts'
import { components } from './components.ts'
import type { SignedEquations } from './equations.ts'
import { tighten } from './tighten.ts'

export interface Intervals {
  /** No point is outside, up to what the engine rounds; whole where bounds by equations were met. */
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly programs: number
  readonly largestComponent: number
  /** Unknowns whose program ended without an answer: their bounds are those of the equations. */
  readonly unsettled: readonly number[]
}

export interface IntervalOptions {
  /** Unknowns that are asked for; all unless given. */
  readonly wanted?: Uint8Array
  readonly shouldStop?: () => boolean
  /** How the solver is loaded where it does not load itself: in a page. */
  readonly engine?: EngineSource
}

/** Nearer to a bound than this, relative to the width, it counts as met. */
const NEAR = 1e-9

/** The intervals, or the equation that cannot hold with the bounds. */
export async function intervals(
  system: SignedEquations,
  { wanted, shouldStop = () => false, engine }: IntervalOptions = {},
): Promise<Intervals | { readonly clash: number }> {
  const bounds = tighten(system)
  if ('clash' in bounds) return bounds
  const { lower, upper } = bounds
  const unsettled: number[] = []
  let programs = 0
  let largestComponent = 0
  for (const component of components(system, bounds)) {
    largestComponent = Math.max(largestComponent, component.unknowns.length)
    const asked = component.unknowns.map((j) => (wanted === undefined ? 1 : wanted[j]))
    const found = await solveComponent(component.system, asked, shouldStop, engine)
    if (found === undefined) return { clash: -1 }
    programs += found.programs
    component.unknowns.forEach((j, place) => {
      lower[j] = found.lower[place]
      upper[j] = found.upper[place]
    })
    unsettled.push(...found.unsettled.map((place) => component.unknowns[place]))
  }
  return { lower, upper, programs, largestComponent, unsettled }
}

interface Found {
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly programs: number
  readonly unsettled: readonly number[]
}

async function solveComponent(
  system: SignedEquations,
  asked: ArrayLike<number>,
  shouldStop: () => boolean,
  engine: EngineSource | undefined,
): Promise<Found | undefined> {
  const { unknowns, starts, members, signs, side } = system
  // Near 1 for the engine: values of one table differ by ten powers of ten, those of one component less.
  const scale = 1 / Math.max(1, median(system.upper.map((high, j) => high - system.lower[j])))
  const model: LinearModel = {
    sense: 'minimise',
    cost: new Float64Array(unknowns),
    columnLower: system.lower.map((x) => x * scale),
    columnUpper: system.upper.map((x) => x * scale),
    rowLower: side.map((x) => x * scale),
    rowUpper: side.map((x) => x * scale),
    matrix: { layout: 'rows', starts, indices: members, values: Float64Array.from(signs) },
  }
  const program = await KeptProgram.open(model, engine)
  const met = { least: new Float64Array(unknowns).fill(Infinity), most: new Float64Array(unknowns).fill(-Infinity) }
  const [lower, upper] = [system.lower.slice(), system.upper.slice()]
  const unsettled: number[] = []
  let programs = 0
  try {
    for (let j = 0; j < unknowns; j++) {
      if (asked[j] === 0) continue
      for (const direction of [1, -1] as const) {
        const width = Math.max(1, upper[j] - lower[j])
        const gap = direction === 1 ? met.least[j] - lower[j] : upper[j] - met.most[j]
        if (gap <= NEAR * width) continue
        if (shouldStop()) {
          unsettled.push(j)
          break
        }
        program.setCost(j, direction)
        const run = program.run()
        program.setCost(j, 0)
        programs++
        if (run.status === 'infeasible') return undefined
        if (run.status !== 'optimal') {
          unsettled.push(j)
          continue
        }
        widen(met, run.x, scale)
        const end = snapped(run.x[j] / scale)
        if (direction === 1) lower[j] = Math.max(lower[j], end)
        else upper[j] = Math.min(upper[j], end)
      }
    }
  } finally {
    program.close()
  }
  return { lower, upper, programs, unsettled }
}

/** The engine's rounding is no part of a bound: ends of whole tables are whole, or fractions further from whole numbers than this. */
function snapped(end: number): number {
  const whole = Math.round(end)
  return Math.abs(end - whole) <= 1e-6 ? whole : end
}

function widen(met: { least: Float64Array; most: Float64Array }, x: Float64Array, scale: number): void {
  for (let j = 0; j < met.least.length; j++) {
    met.least[j] = Math.min(met.least[j], x[j] / scale)
    met.most[j] = Math.max(met.most[j], x[j] / scale)
  }
}

function median(values: Float64Array): number {
  const finite = values.filter(Number.isFinite).sort()
  return finite.length === 0 ? 1 : finite[finite.length >> 1]
}
