/**
 * The lower bound by size of file: the sum of least widths and the dual of the set-partitioning program, each with its
 * gap to the loss of one search and its CPU seconds. TACET_BENCH_SECONDS is the most CPU for the dual (120 unless given);
 * numbers as arguments pick lines of the table, from 1.
 */
import {
  type AnonymityProblem,
  anytimeClasses,
  leastWidthBounds,
  lossOf,
  lowerBound,
  pointsOf,
  stepLimit,
} from 'tacet/anonymity'
import { adultProblem, EIGHT, FOUR, numbersProblem, syntheticProblem } from './anonymity-data.ts'

const MOST = Number(process.env.TACET_BENCH_SECONDS ?? 120)
const SCHOOLS = ['enrolled', 'students_tested', 'api_1999', 'api_2000', 'pct_meals', 'pct_ell']
const TAXI = ['pickup_zone_id', 'dropoff_zone_id', 'trip_distance', 'fare_amount', 'total_amount']

const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const INSTANCES: readonly (readonly [name: string, () => AnonymityProblem])[] = [
  ['Adult', () => adultProblem(60, EIGHT, 3)],
  ['Adult', () => adultProblem(60, EIGHT, 5)],
  ['Adult', () => adultProblem(200, EIGHT, 5)],
  ['Adult', () => adultProblem(1000, EIGHT, 5)],
  ['made up', () => syntheticProblem(60, 5)],
  ['made up', () => syntheticProblem(1000, 5)],
  ['schools', () => numbersProblem('california_schools/california_schools.csv', SCHOOLS, 5)],
  ['Adult', () => adultProblem(5000, FOUR, 5)],
  ['Adult', () => adultProblem(5000, EIGHT, 5)],
  ['Adult', () => adultProblem(20_000, EIGHT, 5)],
  ['taxi', () => numbersProblem('nyc_taxi_green_2025_11/green_trips_2025_11.csv.gz', TAXI, 5)],
  ['Adult', () => adultProblem(48_842, EIGHT, 5)],
  ['made up', () => syntheticProblem(100_000, 5)],
]

/** Steps of the search per record: fewer in large files, so that the search does not take longer than the bound. */
const stepsFor = (n: number): number => n * (n <= 1000 ? 4000 : n <= 20_000 ? 1000 : 300)

console.log('data     records  columns  k        loss   least widths    gap    CPU            dual    gap    CPU')
const picked = process.argv.slice(2).map(Number)
for (const [name, problemOf] of INSTANCES.filter((_, t) => picked.length === 0 || picked.includes(t + 1))) {
  const problem = problemOf()
  const points = pointsOf(problem)
  const { k, records } = problem
  const known = anytimeClasses(points, k, { progress: stepLimit(stepsFor(records)) }).classOf
  const loss = lossOf(points, known)
  const gap = (bound: number): string => `${((100 * (loss - bound)) / bound).toFixed(1)} %`.padStart(8)
  let began = cpu()
  const least = leastWidthBounds(points, k).reduce((sum, width) => sum + width, 0)
  const leastCpu = cpu() - began
  began = cpu()
  const dual = await lowerBound(points, k, { known, mostNodes: Infinity, shouldStop: () => cpu() - began > MOST })
  const seconds = (time: number): string => `${time.toFixed(1)} s`.padStart(8)
  console.log(
    `${name.padEnd(8)} ${String(records).padStart(7)} ${String(points.m).padStart(8)} ${String(k).padStart(2)} ${loss.toFixed(3).padStart(11)}` +
      ` ${least.toFixed(3).padStart(14)} ${gap(least)} ${seconds(leastCpu)} ${dual.toFixed(3).padStart(14)} ${gap(dual)} ${seconds(cpu() - began)}`,
  )
}
