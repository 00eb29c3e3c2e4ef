import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testFolder } from './support/cli.ts'
import { requireFreshBuild } from './support/fresh-build.ts'

test('a source that is newer than the build is named, a test is not', () => {
  const folder = testFolder()
  const [built, source] = [join(folder, 'main.mjs'), join(folder, 'src')]
  mkdirSync(source)
  const at = (path: string, seconds: number): void => {
    writeFileSync(path, '')
    utimesSync(path, seconds, seconds)
  }
  const check = (): void => requireFreshBuild(built, [relative(fileURLToPath(new URL('../', import.meta.url)), source)])
  expect(check).toThrow(/is not there. Build first/)
  at(built, 1000)
  at(join(source, 'old.ts'), 900)
  at(join(source, 'new.test.ts'), 1100)
  check()
  at(join(source, 'new.ts'), 1100)
  expect(check).toThrow(/new\.ts was changed after the build. Build again/)
})
