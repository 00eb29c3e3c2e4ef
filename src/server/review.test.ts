import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../test/support/cli.ts'
import { fingerprint } from '../release/index.ts'
import { addReview, type ReviewRequest, reviewPath } from './review.ts'

async function reviewed(change: Partial<ReviewRequest>) {
  const release = join(testFolder(), 'release')
  mkdirSync(release)
  const manifest = join(release, 'manifest.json')
  writeFileSync(manifest, '{}')
  const { sha256: manifestSha256 } = await fingerprint(manifest)
  const asked = { decision: 'approved', reviewer: 'Ada', reason: 'it holds', runId: 'run-1', stamp: null } as const
  const review = addReview(release, { ...asked, checks: { passed: 3, failed: 0 }, manifestSha256, ...change })
  return { review, written: () => existsSync(reviewPath(release)) }
}

test('a release that is stamped, fails a check or changed since it was checked is not approved', async () => {
  for (const [change, words] of [
    [{ stamp: 'NOT PRIVATE' }, /stamped NOT PRIVATE/],
    [{ checks: { passed: 2, failed: 1 } }, /1 of its checks fail/],
    [{ manifestSha256: '0' }, /changed while it was checked/],
  ] as const) {
    const { review, written } = await reviewed(change)
    await expect(review).rejects.toThrow(words)
    expect(written()).toBe(false)
  }
})

test('others are, and a stamped one can be returned; the line names the manifest and holds no stamp', async () => {
  const { lines } = await (await reviewed({})).review
  expect(lines).toMatchObject([{ decision: 'approved', sameManifest: true }])
  expect(await (await reviewed({ stamp: 'NOT PRIVATE', decision: 'returned' })).review).toMatchObject({ lines: [{}] })
})
