import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { RunFolder, stoppedRun } from './run-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'tacet-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const IDENTITY = { command: 'test', specSha256: 'a', inputs: [{ name: 'people.csv', sha256: 'SECRET' }] }

test('the release holds what was released and nothing of the run', async () => {
  const out = join(folder, 'plain')
  const runId = await RunFolder.hold(out, IDENTITY, async (run) => {
    await run.writeState('drawn', '1')
    await run.write('data.csv', 'x\n')
    await run.keep()
    expect(await stoppedRun(out)).toBe(run.runId)
    await run.finish()
    return run.runId
  })
  expect(runId).toMatch(/^[0-9a-f-]{36}$/)
  expect(readdirSync(out)).toEqual(['data.csv'])
  expect(existsSync(`${out}.partial`)).toBe(false)
  expect(await stoppedRun(out)).toBeUndefined()
})

test('work that fails before anything is kept leaves nothing; afterwards it goes on as the same run', async () => {
  const out = join(folder, 'failing')
  const fail = (keep: boolean) =>
    RunFolder.hold(out, IDENTITY, async (run) => {
      if (keep) await run.keep()
      throw new Error(run.runId)
    })
  await expect(fail(false)).rejects.toThrow()
  expect(existsSync(`${out}.partial`)).toBe(false)
  await expect(fail(true)).rejects.toThrow()
  const stopped = await stoppedRun(out)
  const found = await RunFolder.hold(out, IDENTITY, async (run) => [run.runId, run.resumed])
  expect(found).toEqual([stopped, true])
  await expect(RunFolder.hold(out, { ...IDENTITY, specSha256: 'b' }, async () => 0)).rejects.toThrow(/another spec/)
})

test('other data are noticed wherever they are kept', async () => {
  const out = join(folder, 'data')
  const counted = (sha256: string) =>
    RunFolder.hold(out, IDENTITY, async (run) => {
      await run.keep()
      await run.requireSameData(sha256)
    })
  await counted('1')
  await counted('1')
  await expect(counted('2')).rejects.toThrow(/a stopped run with other data/)
})

test('what was put in the way while a run worked is not written over', async () => {
  const out = join(folder, 'taken')
  const finish = () =>
    RunFolder.hold(out, IDENTITY, async (run) => {
      await run.write('data.csv', 'ours')
      await run.keep()
      if (!existsSync(out)) {
        mkdirSync(out)
        writeFileSync(join(out, 'data.csv'), 'theirs')
      }
      await run.finish()
    })
  await expect(finish()).rejects.toThrow(/something was put there while this ran/)
  expect(readFileSync(join(out, 'data.csv'), 'utf8')).toBe('theirs')
  rmSync(join(out, 'data.csv'))
  await finish()
  expect(readFileSync(join(out, 'data.csv'), 'utf8')).toBe('ours')
})

test('a run killed after its last act leaves a whole release, and its own files are tidied away later', async () => {
  const out = join(folder, 'killed')
  mkdirSync(join(`${out}.partial`, 'state'), { recursive: true })
  writeFileSync(join(`${out}.partial`, 'run.json'), JSON.stringify({ runId: 'x', ...IDENTITY }))
  mkdirSync(out)
  writeFileSync(join(out, 'manifest.json'), '{"runId":"x"}')
  await expect(RunFolder.hold(out, IDENTITY, async () => 0)).rejects.toThrow(/not empty/)
  expect(existsSync(`${out}.partial`)).toBe(false)
  expect(readdirSync(out)).toEqual(['manifest.json'])
})

test('two at once: the second is turned away before it looks', async () => {
  const out = join(folder, 'both')
  await RunFolder.hold(out, IDENTITY, async () => {
    await expect(RunFolder.hold(out, IDENTITY, async () => 0)).rejects.toThrow(/The folder/)
  })
})
