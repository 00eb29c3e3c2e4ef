/** What a manifest gives as proofs of what is exact, and what follows from them and its spec. */
import { z } from 'zod'
import type { Manifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import { ExactAnswers } from './exact-answers.ts'
import { type ExactFrame, exactFrame, type FrameRequest } from './exact-frame.ts'

const whole = z.string().regex(/^\d+$/)
const exact = z.looseObject({
  whole: z.array(z.string()).nullable(),
  shapes: z.array(
    z.looseObject({
      level: z.int().min(0),
      siblings: z.string().regex(/^[01]+$/),
      lines: z.array(whole),
      never: z.array(whole),
      interior: z.array(whole),
    }),
  ),
})

export interface StatedExact {
  readonly frame: ExactFrame
  readonly answers: ExactAnswers
}

/** Throws when there are no proofs, or one of them does not hold. */
export function statedExact({ privacy }: Manifest, request: Omit<FrameRequest, 'whole'>): StatedExact {
  const parsed = exact.safeParse(privacy.exact)
  if (!parsed.success)
    throw badInput('the manifest does not prove what is exact: privacy.exact is missing or of another shape')
  const fields = parsed.data.whole
  const frame = exactFrame({ ...request, whole: fields === null ? undefined : new Set(fields) })
  return { frame, answers: new ExactAnswers(frame, parsed.data.shapes) }
}
