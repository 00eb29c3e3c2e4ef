import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readPlaces } from './release-places.ts'

test('the stamp of a rehearsal is no figure', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tacet-places-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'answers.csv')
  writeFileSync(
    path,
    'level,region,query,sex,count,standard_error,tacet_stamp\nward,A,total,,12,1.5,NOT PRIVATE\nward,A,sex,F,7,1.5,NOT PRIVATE\n',
  )
  const { figures, places } = await readPlaces({ path, level: 'ward', figure: null })
  expect(figures).toEqual([
    { query: 'total', answer: '' },
    { query: 'sex', answer: 'F' },
  ])
  expect(places).toEqual([{ region: 'A', count: 12, standardError: 1.5 }])
})
