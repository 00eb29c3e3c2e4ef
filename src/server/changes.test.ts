import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Changes } from './changes.ts'
import { OpenedFolder } from './opened-folder.ts'

interface Followed {
  readonly path: string
  /** Each name that was reported, with what was in the file when its report came. */
  readonly seen: Map<string, string | null>
}

async function followed(before: Readonly<Record<string, string>> = {}): Promise<Followed> {
  const path = mkdtempSync(join(tmpdir(), 'tacet-changes-'))
  for (const [name, text] of Object.entries(before)) writeFileSync(join(path, name), text)
  const changes = new Changes(new OpenedFolder(path))
  const seen = new Map<string, string | null>()
  const read = (name: string): string | null => {
    try {
      return readFileSync(join(path, name), 'utf8')
    } catch {
      return null
    }
  }
  const stop = await changes.listen((event) => {
    if (event.kind === 'changed') for (const name of event.paths) seen.set(name, read(name))
  })
  onTestFinished(() => {
    stop()
    changes.close()
    rmSync(path, { recursive: true, force: true })
  })
  return { path, seen }
}

test('a file that is made and changed at once is reported in its last state', async () => {
  const { path, seen } = await followed()
  for (let i = 0; i < 20; i++) {
    const name = `spec-${i}.yaml`
    writeFileSync(join(path, name), 'a')
    await new Promise(setImmediate)
    appendFileSync(join(path, name), 'b')
    await expect.poll(() => seen.get(name)).toBe('ab')
    writeFileSync(join(path, name), 'ba') // as long as before, right after the report
    await expect.poll(() => seen.get(name)).toBe('ba')
  }
})

// Watching a folder of files says nothing of the second: the first took the watched file away.
test('a file that is replaced again and again, as editors save it, is reported each time', async () => {
  const { path, seen } = await followed({ 'spec.yaml': 'old' })
  for (const text of ['one', 'two', 'six', 'ten']) {
    writeFileSync(join(path, 'spec.yaml~'), text)
    renameSync(join(path, 'spec.yaml~'), join(path, 'spec.yaml'))
    await expect.poll(() => seen.get('spec.yaml')).toBe(text)
  }
})

test('folders that are made, filled, moved in and removed are reported with what is in them', async () => {
  const { path, seen } = await followed()
  mkdirSync(join(path, 'a/b/c'), { recursive: true })
  writeFileSync(join(path, 'a/b/c/data.csv'), 'x')
  await expect.poll(() => seen.get('a/b/c/data.csv')).toBe('x')
  writeFileSync(join(path, 'a/b/c/data.csv'), 'y')
  await expect.poll(() => seen.get('a/b/c/data.csv')).toBe('y')
  renameSync(join(path, 'a'), join(path, 'moved'))
  await expect.poll(() => [seen.get('a/b/c/data.csv'), seen.get('moved/b/c/data.csv')]).toEqual([null, 'y'])
  rmSync(join(path, 'moved'), { recursive: true })
  await expect.poll(() => seen.get('moved/b/c/data.csv')).toBe(null)
  expect(seen.has('moved')).toBe(true)
})

test('what a run keeps for itself is not reported, nor what is hidden', async () => {
  const { path, seen } = await followed()
  mkdirSync(join(path, 'out.partial'))
  mkdirSync(join(path, '.git'))
  writeFileSync(join(path, 'out.partial', 'draw.bin'), 'x')
  writeFileSync(join(path, '.git', 'HEAD'), 'x')
  writeFileSync(join(path, 'data.csv'), 'x')
  await expect.poll(() => seen.has('data.csv')).toBe(true)
  await expect.poll(() => seen.has('out.partial')).toBe(true)
  expect([...seen.keys()].sort()).toEqual(['data.csv', 'out.partial'])
})
