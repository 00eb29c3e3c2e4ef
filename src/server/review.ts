/**
 * The second pair of eyes: what was decided on a release, by whom and why, one line per decision in a file beside the release.
 * A line names the manifest it speaks of by its hash, and the line before it by the hash of that: neither can be changed alone
 * without being seen. It is not a signature: a person who can write the file can replace it from any line on.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from '../files/index.ts'
import { withLock } from '../ledger/index.ts'
import { fingerprint, MANIFEST_NAME } from '../release/index.ts'
import { badInput, RequestError } from '../request-error.ts'

export const DECISIONS = ['approved', 'returned', 'refused'] as const

const lineSchema = z.strictObject({
  format: z.literal('tacet-review-1'),
  decision: z.enum(DECISIONS),
  reviewer: z.string(),
  reason: z.string(),
  at: z.string(),
  runId: z.string(),
  manifestSha256: z.string(),
  checks: z.strictObject({ passed: z.number(), failed: z.number() }),
  previous: z.string().nullable(),
})

export type ReviewLine = z.output<typeof lineSchema>

export interface ReviewState {
  readonly file: string
  readonly lines: readonly (ReviewLine & { readonly sameManifest: boolean })[]
}

export const reviewPath = (release: string): string => `${release}.review.jsonl`

export async function readReviews(release: string): Promise<ReviewState> {
  const path = reviewPath(release)
  const text = await readFile(path, 'utf8').catch(() => '')
  const { sha256 } = await fingerprint(join(release, MANIFEST_NAME))
  let previous: string | null = null
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, i) => {
      const parsed = lineSchema.safeParse(parseLine(line))
      if (!parsed.success || parsed.data.previous !== previous) throw damaged(path, i + 1)
      previous = hashOf(line)
      return { ...parsed.data, sameManifest: parsed.data.manifestSha256 === sha256 }
    })
  return { file: path, lines }
}

export interface ReviewRequest {
  readonly decision: ReviewLine['decision']
  readonly reviewer: string
  readonly reason: string
  readonly runId: string
  readonly checks: ReviewLine['checks']
  /** Of the manifest that was checked. */
  readonly stamp: string | null
  readonly manifestSha256: string
}

/** Adds a decision. A release that fails a check, or is stamped, cannot be approved. */
export async function addReview(release: string, { stamp, ...request }: ReviewRequest): Promise<ReviewState> {
  if (request.decision === 'approved' && stamp !== null)
    throw new RequestError('refused', `It is stamped ${stamp}, so it cannot be approved. Return or refuse it.`)
  if (request.decision === 'approved' && request.checks.failed > 0)
    throw new RequestError(
      'refused',
      `${request.checks.failed} of its checks fail, so it cannot be approved. Return or refuse it, and say which.`,
    )
  const path = reviewPath(release)
  const lock = { what: 'The review' }
  await withLock(
    `${path}.lock`,
    async () => {
      await readReviews(release) // a damaged file is not added to
      const before = await readFile(path, 'utf8').catch(() => '')
      const last = before.trimEnd().split('\n').at(-1) ?? ''
      const { sha256 } = await fingerprint(join(release, MANIFEST_NAME))
      if (sha256 !== request.manifestSha256)
        throw new RequestError('refused', 'The release was changed while it was checked. Look at it again.')
      const line: ReviewLine = {
        format: 'tacet-review-1',
        ...request,
        at: new Date().toISOString(),
        previous: last === '' ? null : hashOf(last),
      }
      await writeDurably(path, `${before}${JSON.stringify(line)}\n`)
    },
    lock,
  )
  return readReviews(release)
}

const hashOf = (line: string): string => createHash('sha256').update(line).digest('hex')

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function damaged(path: string, line: number): Error {
  return badInput(
    `${path} is damaged at line ${line}: it does not follow from the line before it. Restore it from a copy.`,
  )
}
