import { parseRational, type Rational, rational } from '../../exact/index.ts'
import { badField, clipped } from '../../request-error.ts'
import type { DecideTask } from './task.ts'

/** Points of a range. */
const STEPS = 8n

/** `epsilon=0.1:5` (eight points), `delta=1e-6,1e-4`; what is not named keeps the job's own value. */
export function parseSweep(
  texts: readonly string[],
  job: DecideTask,
): { epsilons: readonly Rational[]; deltas: readonly Rational[] } {
  const found = new Map<string, readonly Rational[]>()
  for (const text of texts) {
    const match = /^(epsilon|delta)=(.+)$/.exec(text)
    if (match === null)
      throw badField('sweep', `"${clipped(text)}": write epsilon=0.1:5 for a range, or delta=1e-6,1e-4 for a list.`)
    found.set(match[1], valuesOf(match[2], `sweep.${match[1]}`))
  }
  return { epsilons: found.get('epsilon') ?? [job.epsilon], deltas: found.get('delta') ?? [job.delta] }
}

function valuesOf(text: string, where: string): readonly Rational[] {
  if (!text.includes(':')) return text.split(',').map((value) => parseRational(value, where))
  const [from, to] = text.split(':').map((value) => parseRational(value, where))
  return Array.from({ length: Number(STEPS) }, (_, i) =>
    rational(
      from.num * to.den * (STEPS - 1n - BigInt(i)) + to.num * from.den * BigInt(i),
      from.den * to.den * (STEPS - 1n),
    ),
  )
}
