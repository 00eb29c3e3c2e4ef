/** Solves one block of a large problem in a thread. */
import { parentPort } from 'node:worker_threads'
import { type PackedPoints, solveBlock, timeLimit, unpackPoints } from 'tacet/anonymity'

parentPort!.on('message', ({ points, k, seconds }: { points: PackedPoints; k: number; seconds: number }) => {
  const progress = timeLimit(seconds, () => performance.now() / 1000)
  const { classOf, loss } = solveBlock(unpackPoints(points), k, { progress })
  parentPort!.postMessage({ classOf, loss })
})
