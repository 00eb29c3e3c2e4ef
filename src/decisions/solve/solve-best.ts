import { bestLinear } from './best-linear.ts'
import type { BestEnd, PointTask } from './best-point.ts'
import { bestQuadratic } from './best-quadratic.ts'
import { bestWhole } from './best-whole.ts'

/** The best point of a program, by the way that its kind asks for. */
export function solveBest(task: PointTask): Promise<BestEnd> {
  const { program } = task.model
  if (program.quadratic.length > 0) return bestQuadratic(task)
  return program.integer.includes(1) ? bestWhole(task) : bestLinear(task)
}
