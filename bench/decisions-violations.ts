/**
 * The promise, tried: random linear, integer and quadratic programs, awkward kinds among them, decided with private right-hand
 * sides; the printed solution is read back and checked against the true sides in exact arithmetic, and its objective compared with
 * the optimum at the measured sides. Beside it, on every twentieth program, the untruncated Laplace baseline at the same budget. TACET_BENCH_RUNS sets the number of programs (100,000 unless
 * given), TACET_BENCH_SEED another set of them.
 */
import {
  brokenBy,
  type Decision,
  decide,
  type PreparedDecision,
  prepareDecision,
  replan,
  solveWith,
  TRIAL_KINDS,
  type Trial,
  type TrialKind,
  trialProgram,
  withValues,
} from 'tacet/decisions'
import { parseRational, type Rational, rational, subtract, toNumber } from 'tacet/exact'
import { seededEntropy } from 'tacet/noise'
import { Solver } from 'tacet/optimize'

const PROGRAMS = Number(process.env.TACET_BENCH_RUNS ?? 100_000)
const entropy = seededEntropy(process.env.TACET_BENCH_SEED ?? 'violations')
const solver = new Solver()

interface Tally {
  programs: number
  refused: number
  violations: number
  /** Objectives worse than the solver's own optimum at the measured sides by more than a millionth, and the worst. */
  behind: number
  worst: number
  /** Solutions that are not proved to be optimal within a millionth. */
  unproved: number
  readonly routes: Map<string, number>
  baselines: number
  baselineViolations: number
}

const tallies = new Map<TrialKind, Tally>(
  TRIAL_KINDS.map((kind) => [
    kind,
    {
      programs: 0,
      refused: 0,
      violations: 0,
      behind: 0,
      worst: 0,
      unproved: 0,
      routes: new Map(),
      baselines: 0,
      baselineViolations: 0,
    },
  ]),
)

/** A budget small enough for the baseline to err now and then: its shift is short where epsilon is small beside delta. */
function budget() {
  const epsilon = rational(1n, 10n ** BigInt(1 + entropy.belowSmall(3)))
  const delta = rational(1n, 10n ** BigInt(1 + entropy.belowSmall(3)))
  return { mechanism: 'truncated', epsilon, delta } as const
}

function breaks({ program, truth }: Trial, point: readonly Rational[]): boolean {
  return brokenBy(program.program, withValues(program, truth), point, 1).length > 0
}

async function tryOne(trial: Trial, tally: Tally, withBaseline: boolean): Promise<void> {
  const spent = budget()
  tally.programs++
  const prepared: PreparedDecision | null = await prepareDecision(trial.program, { ...spent, solver }).catch(
    (error) => {
      if (error?.name !== 'RequestError') throw error
      return null
    },
  )
  if (prepared === null) {
    tally.refused++
    return
  }
  const decision = await decide(prepared, entropy)
  const { printed, certificate } = decision
  await compareWithOptimum(prepared, decision, tally)
  tally.routes.set(certificate.route, (tally.routes.get(certificate.route) ?? 0) + 1)
  if (
    breaks(
      trial,
      printed.map((text) => parseRational(text)),
    )
  )
    tally.violations++
  if (!withBaseline) return
  tally.baselines++
  const unsafe = await decide(replan(prepared, { ...spent, mechanism: 'laplace' }), entropy)
  if (breaks(trial, unsafe.point)) tally.baselineViolations++
}

/** The solver's optimum is in doubles: a tolerance of its own can make it look better than any exact solution. */
async function compareWithOptimum(prepared: PreparedDecision, decision: Decision, tally: Tally): Promise<void> {
  const { program } = prepared.program
  const sides = withValues(prepared.program, decision.measured.values)
  const outcome = await solveWith(solver, prepared.model, sides, { timeLimit: 60, explain: false })
  if ('gap' in decision && decision.status !== 'optimal') tally.unproved++
  if (outcome.status !== 'optimal') return
  const reached = toNumber(subtract(decision.objective, program.constant))
  const turn = program.sense === 'minimise' ? 1 : -1
  const behind = (turn * (reached - outcome.objective)) / Math.max(1, Math.abs(outcome.objective))
  if (behind > 1e-6) tally.behind++
  tally.worst = Math.max(tally.worst, behind)
}

const start = performance.now()
for (let k = 0; k < PROGRAMS; k++) {
  if (k > 0 && k % 10_000 === 0)
    console.error(`${k} programs after ${((performance.now() - start) / 1000).toFixed(0)} s`)
  const kind = TRIAL_KINDS[k % TRIAL_KINDS.length]
  await tryOne(trialProgram(kind, entropy), tallies.get(kind)!, k % (20 * TRIAL_KINDS.length) < TRIAL_KINDS.length)
}

let violations = 0
console.log(`${PROGRAMS} random programs in ${((performance.now() - start) / 1000).toFixed(0)} s\n`)
console.log(
  'kind         programs  violations  refused  behind  worst    unproved  baseline violates  how the solution was made exact',
)
for (const [kind, tally] of tallies) {
  violations += tally.violations
  const rate = `${((100 * tally.baselineViolations) / Math.max(1, tally.baselines)).toFixed(1)} %`
  const routes = [...tally.routes].sort((a, b) => b[1] - a[1]).map(([route, count]) => `${route} ${count}`)
  console.log(
    `${kind.padEnd(12)} ${String(tally.programs).padStart(8)} ${String(tally.violations).padStart(11)} ` +
      `${String(tally.refused).padStart(8)} ${String(tally.behind).padStart(7)}  ${tally.worst.toExponential(1).padEnd(8)} ` +
      `${String(tally.unproved).padStart(8)} ${rate.padStart(18)}  ${routes.join(', ')}`,
  )
}
console.log(`\nviolations in exact arithmetic: ${violations}`)
if (violations > 0) process.exitCode = 1
