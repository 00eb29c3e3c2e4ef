/** A million synthetic records by 8 attributes: blocks on worker threads beside Mondrian. */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import {
  type Classes,
  checkClasses,
  combineBlocks,
  lossOf,
  mondrianClasses,
  type Points,
  packPoints,
  pointsOf,
  splitIntoBlocks,
  subset,
} from 'tacet/anonymity'
import { syntheticProblem } from './anonymity-data.ts'

const BLOCK = 20_000

export async function compareOnMillion(records: number, k: number, seconds: number): Promise<void> {
  const problem = syntheticProblem(records, k)
  const points = pointsOf(problem)
  console.log(`\n${records.toLocaleString('en')} synthetic records, 8 attributes, k = ${k}`)
  let began = performance.now()
  const cut = mondrianClasses(points, k)
  const mondrian = lossOf(points, cut)
  tell('mondrian', mondrian, records, began)
  began = performance.now()
  const blocks = splitIntoBlocks(points, k, BLOCK)
  const threads = availableParallelism()
  const solved = await solveAll(points, k, blocks, (seconds * threads) / blocks.length, threads)
  const classOf = combineBlocks(records, blocks, solved)
  const ours = lossOf(points, classOf)
  tell(`anytime, ${blocks.length} blocks on ${threads} threads`, ours, records, began)
  const { valid } = checkClasses(problem, classOf)
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20)
  console.log(
    `  ${valid ? 'valid' : 'NOT VALID'}; ${(ours / mondrian).toFixed(3)} of Mondrian's loss; ${memory} MB resident`,
  )
}

function tell(name: string, loss: number, records: number, began: number): void {
  const share = ((100 * loss) / (8 * records)).toFixed(3)
  console.log(`  ${name}: ${loss.toFixed(1)} (${share} %) in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

async function solveAll(
  points: Points,
  k: number,
  blocks: readonly Int32Array[],
  seconds: number,
  threads: number,
): Promise<Classes[]> {
  const solved: Classes[] = []
  let next = 0
  const serve = async (): Promise<void> => {
    const worker = new Worker(new URL('./anonymity-worker.mjs', import.meta.url))
    while (next < blocks.length) {
      const b = next++
      worker.postMessage({ points: packPoints(subset(points, blocks[b])), k, seconds })
      const [answer] = await once(worker, 'message')
      solved[b] = answer.classOf
    }
    await worker.terminate()
  }
  await Promise.all(Array.from({ length: threads }, serve))
  return solved
}
