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

/** Those of the partitions that no other one knows already: their answers add up to those of all. The first of equal ones is kept. */
export function finestOf<P extends Partition>(partitions: readonly P[]): readonly P[] {
  return partitions.filter(
    (own, i) =>
      !partitions.some((other, j) => i !== j && adds(other, own.answerOf) && (j < i || !adds(own, other.answerOf))),
  )
}

/** Whether the counts of the parts are sums of answers: each answer lies within one part, or outside all of them. */
function adds({ answers, answerOf }: Partition, partOf: Int32Array): boolean {
  const part = new Int32Array(answers).fill(UNSEEN)
  return answerOf.every((answer, cell) => {
    if (answer < 0) return partOf[cell] < 0
    if (part[answer] === UNSEEN) part[answer] = partOf[cell]
    return part[answer] === partOf[cell]
  })
}

const UNSEEN = -2

/** Whether each answer lies within one part; cells that are counted nowhere, or in no part, do not matter. */
function refines({ answers, answerOf }: Partition, partOf: Int32Array): boolean {
  const part = new Int32Array(answers).fill(-1)
  return answerOf.every((answer, cell) => {
    if (answer < 0 || partOf[cell] < 0) return true
    if (part[answer] < 0) part[answer] = partOf[cell]
    return part[answer] === partOf[cell]
  })
}
