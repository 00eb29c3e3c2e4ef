/** The census in miniature of docs/topdown.md. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { capabilities, jobFrom, localContext, readSpec } from 'tacet'
import { verifyRelease } from 'tacet/jobs'
import { expect, test } from 'vitest'

test('a census in miniature', async () => {
  const out = join(mkdtempSync(join(tmpdir(), 'tacet-')), 'census')
  const spec = fileURLToPath(new URL('./topdown-census.yaml', import.meta.url))
  const { topdown } = capabilities
  const { manifest } = await topdown.run(jobFrom(await readSpec(spec)), localContext({ out, seed: '1' }))
  expect(manifest?.checks).toMatchObject({
    nonNegativeIntegers: true,
    childrenAddUp: true,
    factsHold: true,
    impliedComplete: true,
  })
  const { checks } = await verifyRelease(out)
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
})
