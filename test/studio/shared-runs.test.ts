/** Runs whose work is shared through a folder, seen live in a real browser. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { directoryState, RunDirectory } from '../../src/cluster/index.ts'
import { expectAccessible, visit } from '../support/browser.ts'
import { testNeeding } from '../support/needs.ts'
import { type TestStudio, testStudio } from '../support/studio.ts'

let studio: TestStudio

beforeAll(async () => {
  studio = await testStudio({ readShared: directoryState })
})

testNeeding('chromium', 'the progress of a shared run is seen as its chunks are done', async () => {
  const { page, complaints } = await visit(studio.running.url)
  await page.click('nav >> text=Runs')
  await expect.poll(() => page.textContent('h1')).toContain('There is no spec to run')
  const folder = join(studio.folder, 'shared')
  const request = { capability: 'topdown', job: {}, options: { out: join(studio.folder, 'release') } } as const
  const directory = await RunDirectory.begin(folder, request, { heartbeatSeconds: 30, chunkSeconds: 5 })
  await directory.announce({ id: 'solve', steps: [{ name: 'level-1', chunks: 4 }] } as never)
  const step = join(folder, 'solve', 'level-1')
  mkdirSync(step, { recursive: true })
  const words = (): Promise<string | null> => page.textContent('[data-shared=shared] .run-words')
  for (const chunk of [0, 1, 2]) {
    writeFileSync(join(step, `chunk-${chunk}`), '')
    await expect.poll(words).toContain(`${chunk + 1} of 4 chunks done · level-1: ${chunk + 1} of 4 · 0 workers at it`)
  }
  await expect.poll(() => page.textContent('h1')).toBe('One run is under way.')
  await expectAccessible(page, 'a shared run')
  await directory.end('finished')
  await page.waitForSelector('[data-shared=shared][data-state=finished]')
  expect(complaints).toEqual([])
})
