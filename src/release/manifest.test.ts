/** A manifest, or a link, that leads out of its release is refused before anything there is read. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Manifest, readManifest } from './manifest.ts'

const home = mkdtempSync(join(tmpdir(), 'tacet-manifest-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
writeFileSync(join(home, 'secret.csv'), 'Ada,1815\n')

function release(name: string, ...outputs: readonly string[]): string {
  const folder = join(home, name)
  const manifest: Manifest = {
    format: 'tacet-manifest-1',
    tacet: '0',
    command: 'measure',
    title: null,
    runId: 'run-1',
    stamp: null,
    spec: { text: '', sha256: '' },
    inputs: [],
    outputs: outputs.map((output) => ({ name: output, bytes: 0, sha256: '' })),
    privacy: {},
    checks: {},
    result: {},
  }
  mkdirSync(join(folder, 'measurements'), { recursive: true })
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  return folder
}

test.each([
  '../secret.csv',
  'measurements/../../secret.csv',
  '/etc/passwd',
  '..\\secret.csv',
  'C:secret.csv',
  'C:/secret.csv',
  'answers.csv:stream',
  'answers.csv\0.csv',
  '..',
  '.',
  '',
  'measurements/',
  './answers.csv',
  'a\u001b[2Jb.csv',
])('an output called %j is refused, by its field', async (name) => {
  await expect(readManifest(release('named', 'answers.csv', name))).rejects.toThrow(
    /manifest\.json is damaged: outputs\.1\.name: names ".*"\. A release names its own files alone/s,
  )
})

test('names below the release, also odd ones, are read', async () => {
  const names = ['answers.csv', 'measurements/people-0-0.f64', 'ä b..csv', '..a']
  expect((await readManifest(release('odd', ...names))).outputs.map(({ name }) => name)).toEqual(names)
})

test.each([
  ['a listed output', 'answers.csv'],
  ['a file that is not listed', 'report.html'],
  ['a file in a folder of it', 'measurements/people-0-0.f64'],
])('%s that is a link out of the release is not followed', async (_, link) => {
  const folder = release(`linked-${link.replace('/', '-')}`, 'answers.csv')
  symlinkSync(join(home, 'secret.csv'), join(folder, link))
  await expect(readManifest(folder)).rejects.toThrow(`${link} in it is a link that leads out of the folder`)
})

test('nor is a folder in it, a link that leads nowhere yet, or the manifest itself', async () => {
  const folder = release('folders')
  symlinkSync(home, join(folder, 'away'))
  await expect(readManifest(folder)).rejects.toThrow(/away in it is a link/)
  const nowhere = release('nowhere')
  symlinkSync(join(home, 'not-there'), join(nowhere, 'answers.csv'))
  await expect(readManifest(nowhere)).rejects.toThrow(/answers\.csv in it is a link/)
  mkdirSync(join(home, 'borrowed'))
  symlinkSync(join(home, 'folders', 'manifest.json'), join(home, 'borrowed', 'manifest.json'))
  await expect(readManifest(join(home, 'borrowed'))).rejects.toThrow(/manifest\.json in it is a link/)
})

test('a link within the release, and a link to the release, lead to what was named', async () => {
  const folder = release('within', 'answers.csv')
  writeFileSync(join(folder, 'measurements', 'real.csv'), '')
  symlinkSync(join('measurements', 'real.csv'), join(folder, 'answers.csv'))
  symlinkSync(folder, join(home, 'shortcut'))
  for (const path of [folder, join(home, 'shortcut')])
    expect((await readManifest(path)).outputs.map(({ name }) => name)).toEqual(['answers.csv'])
})
