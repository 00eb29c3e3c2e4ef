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
  /** False where lines tie counts together, and the release does not prove which of them are tight. */
  readonly proved: boolean
}

type Level = { readonly name: string; readonly nodes: number }

/** Throws when a proof does not hold. */
export function statedExact(
  { privacy }: Manifest,
  stated: Omit<FrameRequest, 'whole' | 'levels'>,
  levels: readonly Level[],
): StatedExact {
  const request = { ...stated, levels: levels.map(({ name }) => name) }
  if (privacy.exact === undefined) return withoutProofs(request, levels)
  const parsed = exact.safeParse(privacy.exact)
  if (!parsed.success)
    throw badInput('the manifest does not prove what is exact: privacy.exact is missing or of another shape')
  const fields = parsed.data.whole
  const frame = exactFrame({ ...request, whole: fields === null ? undefined : new Set(fields) })
  return { frame, answers: new ExactAnswers(frame, parsed.data.shapes), proved: true }
}

/** Releases made before there were proofs: facts alone, over places of which every level has several where it has more than the one above. */
function withoutProofs(request: Omit<FrameRequest, 'whole'>, levels: readonly Level[]): StatedExact {
  const frame = exactFrame({ ...request, whole: undefined })
  const siblings = levels.map(({ nodes }, level) => (nodes > (levels[level - 1]?.nodes ?? nodes) ? '1' : '0')).join('')
  const shapes = levels.map((_, level) => ({
    level,
    siblings: siblings.slice(0, level + 1),
    lines: [],
    never: [],
    interior: [],
  }))
  const alone = { ...frame, lines: [] }
  return { frame, answers: new ExactAnswers(alone, shapes), proved: frame.lines.length === 0 }
}
