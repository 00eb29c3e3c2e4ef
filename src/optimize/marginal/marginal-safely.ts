/** The marginal QP with something behind it: the kernel, a general cone solver where it stops short, and the kernel again. */
import { type ConeEngine, solveMarginalByCone } from './clarabel.ts'
import { worstResidual } from './marginal-check.ts'
import type { MarginalOptions, MarginalOutcome, MarginalProblem } from './marginal-problem.ts'
import { solveMarginal } from './marginal-qp.ts'

/** A residual beyond this, relative, and a cone's answer that the kernel cannot polish is not called optimal. */
const ACCEPTED = 1e-7

export interface SafeOptions extends MarginalOptions {
  readonly engine?: ConeEngine
}

export type SafeOutcome = MarginalOutcome & { readonly by: 'kernel' | 'cone' | 'cone, then kernel' }

/** The kernel; when it stops short and there is an engine, that, and the kernel again from the engine's prices. */
export function solveMarginalSafely(problem: MarginalProblem, { engine, ...options }: SafeOptions = {}): SafeOutcome {
  const first = solveMarginal(problem, options)
  const helped = first.status === 'stopped' && first.why !== 'aborted' && engine !== undefined
  const near = helped ? solveMarginalByCone(problem, engine) : undefined
  if (near?.status !== 'near') return { ...first, by: 'kernel' }
  const again = solveMarginal(problem, { ...options, start: near.duals })
  const steps = { newton: first.newton + again.newton, conjugate: first.conjugate + again.conjugate }
  if (again.status === 'optimal') return { ...again, ...steps, by: 'cone, then kernel' }
  const { status: _, ...reached } = near
  if (worstResidual(near.residuals) <= ACCEPTED) return { status: 'optimal', ...reached, ...steps, by: 'cone' }
  return { ...first, ...steps, by: 'kernel' }
}
