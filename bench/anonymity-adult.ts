/** Loss and seconds of every method on Adult, and how the anytime search stands beside each. */
import {
  anytimeClasses,
  type Classes,
  checkClasses,
  classesFromLists,
  greedyClasses,
  initialClasses,
  kMemberClasses,
  lowerBound,
  mdavClasses,
  mondrianClasses,
  type Points,
  pointsOf,
  splitCarryClasses,
  timeLimit,
  varianceOrder,
} from 'tacet/anonymity'
import { adultProblem, EIGHT, FOUR } from './anonymity-data.ts'

const now = (): number => performance.now() / 1000

type Run = (points: Points, k: number, order: Int32Array) => Classes | number[][] | Promise<Classes>

/** Seconds after which Split & Carry takes what it has for the sub-problems still to come. */
const methods = (seconds: number): Record<string, Run> => ({
  initial: (_, k, order) => initialClasses(order, k),
  mondrian: (points, k) => mondrianClasses(points, k),
  'mondrian-relaxed': (points, k) => mondrianClasses(points, k, { relaxed: true }),
  mdav: mdavClasses,
  greedy: greedyClasses,
  'k-member': (points, k) => kMemberClasses(points, k),
  'split-carry': (points, k, order) => {
    const end = now() + seconds
    return splitCarryClasses(points, k, order, { sets: 2, timeLimit: 0.2, shouldStop: () => now() > end })
  },
})

export async function compareOnAdult(
  records: number,
  wide: boolean,
  k: number,
  seconds: number,
  { price = 'ordered' as 'ordered' | 'ncp', only = undefined as readonly string[] | undefined } = {},
): Promise<void> {
  const problem = adultProblem(records, wide ? EIGHT : FOUR, k, price)
  const points = pointsOf(problem)
  console.log(
    `\nAdult, ${records} records, ${points.m} attributes, k = ${k}, ${price === 'ncp' ? 'set' : 'interval'} loss`,
  )
  const found = new Map<string, { loss: number; time: number }>()
  const tell = (name: string, classOf: Classes, time: number): void => {
    const { valid, loss } = checkClasses(problem, classOf)
    if (!valid) throw new Error(`${name} is not ${k}-anonymous`)
    found.set(name, { loss, time })
    const share = (100 * loss) / (records * points.m)
    console.log(`  ${name.padEnd(17)} ${loss.toFixed(3).padStart(11)}  ${share.toFixed(3)} %  ${time.toFixed(2)} s`)
  }
  for (const [name, run] of Object.entries(methods(seconds))) {
    if (only !== undefined && !only.includes(name)) continue
    const began = now()
    const classes = await run(points, k, varianceOrder(problem))
    const time = now() - began
    tell(name, classes instanceof Int32Array ? classes : classesFromLists(records, classes), time)
  }
  const anytime = (name: string, limit: number): Classes => {
    const began = now()
    const { classOf } = anytimeClasses(points, k, { progress: timeLimit(limit, now) })
    tell(name, classOf, now() - began)
    return classOf
  }
  const mdav = found.get('mdav')
  if (mdav !== undefined) anytime("anytime, mdav's", mdav.time)
  const best = anytime('anytime', seconds)
  const ours = found.get('anytime')!.loss
  const began = now()
  const bound = await lowerBound(points, k, { known: best, shouldStop: () => now() - began > seconds })
  console.log(
    `  lower bound ${bound.toFixed(3)} in ${(now() - began).toFixed(2)} s: anytime is within ${(100 * (ours / bound - 1)).toFixed(1)} % of optimal`,
  )
  const ratios = [...found].filter(([name]) => !name.startsWith('anytime'))
  console.log(`  anytime / ${ratios.map(([name, { loss }]) => `${name} ${(ours / loss).toFixed(3)}`).join(', ')}`)
  if (mdav !== undefined) {
    console.log(`  in mdav's own time: ${(found.get("anytime, mdav's")!.loss / mdav.loss).toFixed(3)} of its loss`)
  }
}
