/**
 * Which queries rounding may hold within one and still have whole corners: the total, and nested queries that are finer
 * than the classes of the facts. On each of them a generalised polymatroid is cut by a box on its elements, which gives
 * one again; on a query that lies across the classes it need not.
 */
import type { Partition } from './problem.ts'

/** From coarse to fine, as many of the partitions (in their order of importance) as nest. */
export function nestedChain(partitions: readonly Partition[], classOf: Int32Array): readonly Partition[] {
  const chain: Partition[] = []
  for (const partition of partitions) {
    if (partition.answers > 1 && !refines(partition, classOf)) continue
    const last = chain[chain.length - 1]
    if (last === undefined || refines(partition, last.answerOf)) chain.push(partition)
  }
  return chain
}

/** Whether each answer lies within one part; cells that are counted nowhere, or in no part, do not matter. */
function refines({ answers, answerOf }: Partition, partOf: Int32Array): boolean {
  const part = new Int32Array(answers).fill(-1)
  return answerOf.every((answer, cell) => {
    if (answer < 0 || partOf[cell] < 0) return true
    if (part[answer] < 0) part[answer] = partOf[cell]
    return part[answer] === partOf[cell]
  })
}
