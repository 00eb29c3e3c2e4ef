/** The time of privacy: a private solve (noise, model, solve, exact check, repair) over the bare one (model, solve). Goal: 1.2. */
import { decide, prepareDecision, privateTransportation, solverModel, solveWith, transportation } from 'tacet/decisions'
import { parseRational, rational } from 'tacet/exact'
import { seededEntropy } from 'tacet/noise'
import { Solver } from 'tacet/optimize'

/** Repetitions: fewer for larger models. */
const RUNS = Number(process.env.TACET_BENCH_RUNS ?? 100)
const SIZES = [
  [10, 30],
  [50, 100],
  [100, 300],
  [300, 1000],
] as const

export async function benchTransportation(): Promise<void> {
  console.log(`\ntransportation: private over bare solve, the pair of runs with the median ratio (seconds of CPU)`)
  console.log('  size          bare   private   ratio   preparing (once a model, no data)   how made exact')
  const solver = new Solver()
  for (const [pharmacies, branches] of SIZES) {
    const entropy = seededEntropy(`transportation ${pharmacies}`)
    const found = transportation(pharmacies, branches, entropy)
    const budget = { mechanism: 'truncated', epsilon: rational(1n), delta: parseRational('1e-4') } as const
    const pairs: { bare: number; closed: number }[] = []
    let route = ''
    const timed = async <T>(work: () => Promise<T>): Promise<[number, T]> => {
      const start = process.cpuUsage()
      const result = await work()
      const { user, system } = process.cpuUsage(start)
      return [(user + system) / 1e6, result]
    }
    const [preparing, prepared] = await timed(() =>
      prepareDecision(privateTransportation(found), { ...budget, solver, solve: { timeLimit: 300 } }),
    )
    for (let run = 0; run < Math.max(7, Math.min(RUNS, 1_000_000 / (pharmacies * branches))); run++) {
      const model = solverModel(found.program)
      const [plain, outcome] = await timed(() =>
        solveWith(solver, model, found.program, { timeLimit: 300, explain: false }),
      )
      if (outcome.status !== 'optimal') throw new Error(`the bare solve ended ${outcome.status}`)
      const [closed, decision] = await timed(() =>
        decide({ ...prepared, model: solverModel(prepared.program.program) }, entropy),
      )
      pairs.push({ bare: plain, closed })
      route = decision.certificate.route
    }
    const { bare, closed } = pairs.sort((a, b) => a.closed / a.bare - b.closed / b.bare)[pairs.length >> 1]
    console.log(
      `  ${`${pharmacies} x ${branches}`.padEnd(11)} ${bare.toFixed(3).padStart(6)} ${closed.toFixed(3).padStart(9)} ` +
        `${(closed / bare).toFixed(2).padStart(7)} ${preparing.toFixed(3).padStart(12)} ${route.padStart(38)}`,
    )
  }
}
