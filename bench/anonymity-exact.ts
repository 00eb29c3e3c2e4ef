/** The exact dynamic program and column generation beside the paper's mixed integer program, on the same records. */
import { initialClasses, lossOf, pointsOf, solveMilp, solveSmall, varianceOrder } from 'tacet/anonymity'
import { Solver } from 'tacet/optimize'
import { adultProblem, FOUR } from './anonymity-data.ts'

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const began = performance.now()
  const value = await work()
  return { value, seconds: (performance.now() - began) / 1000 }
}

/** `patience`: seconds that the mixed integer program may take at each size. */
export async function compareExact(patience: number): Promise<void> {
  const solver = new Solver()
  await solveSmall(pointsOf(adultProblem(12, FOUR, 3)), 3, { by: 'columns', solver }) // warms the engine up
  await solveSmall(pointsOf(adultProblem(12, FOUR, 3)), 3, { by: 'subsets' })
  console.log('   n   optimum    subsets   columns          big-M program   ratio to the faster')
  for (const n of [12, 15, 18, 20, 30, 40, 60]) {
    const problem = adultProblem(n, FOUR, 3)
    const points = pointsOf(problem)
    const columns = await timed(() => solveSmall(points, 3, { by: 'columns', solver }))
    const subsets = n <= 20 ? await timed(() => solveSmall(points, 3, { by: 'subsets' })) : undefined
    if (!columns.value.optimal) throw new Error(`no proof at ${n}`)
    if (subsets && Math.abs(subsets.value.loss - columns.value.loss) > 1e-7) throw new Error(`they disagree at ${n}`)
    const line = [n, columns.value.loss.toFixed(6), subsets?.seconds.toFixed(3) ?? '-', columns.seconds.toFixed(3)]
    if (n <= 20) {
      const upper = lossOf(points, initialClasses(varianceOrder(problem), 3))
      const milp = await timed(() => solveMilp(points, 3, solver, { timeLimit: patience, upper }))
      const { outcome } = milp.value
      const done = outcome.status === 'optimal'
      if (done && Math.abs(outcome.objective - columns.value.loss) > 1e-5)
        throw new Error(`the program disagrees at ${n}`)
      const faster = Math.min(subsets!.seconds, columns.seconds)
      const gap = outcome.status === 'stopped' ? `, bound ${outcome.bound.toFixed(3)}` : ''
      line.push(
        `${done ? '' : '> '}${milp.seconds.toFixed(1)} s${gap}`,
        `${done ? '' : '> '}${Math.round(milp.seconds / faster)}x`,
      )
    }
    console.log(line.map((cell, t) => String(cell).padStart([4, 10, 10, 9, 24, 14][t])).join(' '))
  }
}
