/** The census in miniature of docs/topdown.md. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runTopdown } from 'tacet/jobs'
import { SILENT } from 'tacet/run'
import { verifyRelease } from 'tacet/verify'
import { expect, test } from 'vitest'

test('a census in miniature', async () => {
  const out = join(mkdtempSync(join(tmpdir(), 'tacet-')), 'census')
  const spec = fileURLToPath(new URL('./topdown-census.yaml', import.meta.url))
  const { manifest } = await runTopdown(spec, {
    out,
    seed: '1',
    progress: SILENT,
    signal: new AbortController().signal,
  })
  expect(manifest.checks).toMatchObject({
    nonNegativeIntegers: true,
    childrenAddUp: true,
    factsHold: true,
    impliedComplete: true,
  })
  const { checks } = await verifyRelease(out)
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
})
