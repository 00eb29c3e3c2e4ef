import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { RunFolder, stoppedRun } from './run-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'tacet-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const IDENTITY = { command: 'test', specSha256: 'a', inputs: [{ name: 'people.csv', sha256: 'SECRET' }], seeded: false }

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
  const partial = `${out}.partial`
  await RunFolder.hold(out, IDENTITY, async (run) => {
    await run.keep()
    await run.write('manifest.json', JSON.stringify({ runId: run.runId }))
    cpSync(partial, join(folder, 'copy'), { recursive: true })
    await run.finish()
    return run.runId
  })
  renameSync(join(folder, 'copy'), partial) // as if it had been killed before it tidied
  await expect(RunFolder.hold(out, IDENTITY, async () => 0)).rejects.toThrow(/holds a finished release/)
  expect(existsSync(partial)).toBe(false)
})

test('a release that was moved away before its run had tidied up is put in place again, as the same run', async () => {
  const out = join(folder, 'moved')
  const partial = `${out}.partial`
  const runId = await RunFolder.hold(out, IDENTITY, async (run) => {
    await run.keep()
    await run.write('manifest.json', JSON.stringify({ runId: run.runId }))
    cpSync(partial, join(folder, 'moved copy'), { recursive: true })
    await run.finish()
    return run.runId
  })
  renameSync(join(folder, 'moved copy'), partial)
  rmSync(out, { recursive: true })
  await RunFolder.hold(out, IDENTITY, async (run) => expect([run.runId, run.resumed]).toEqual([runId, true]))
})

test('a folder that is half removed, half made or foreign is never taken for a run', async () => {
  const out = join(folder, 'foreign')
  const partial = `${out}.partial`
  for (const leftover of [`${partial}.new`, `${partial}.old`]) {
    mkdirSync(join(leftover, 'state'), { recursive: true })
    writeFileSync(join(leftover, 'state', 'measured.f64'), 'drawn by somebody')
  }
  await RunFolder.hold(out, IDENTITY, async (run) => expect(run.resumed).toBe(false))
  expect([`${partial}.new`, `${partial}.old`].filter((path) => existsSync(path))).toEqual([])
  rmSync(partial, { recursive: true })
  mkdirSync(join(partial, 'state'), { recursive: true })
  await expect(RunFolder.hold(out, IDENTITY, async () => 0)).rejects.toThrow(/its run.json is missing/)
  for (const text of ['{"runId":', 'null', '{}', '[]', '{"runId":"x","command":"test"}']) {
    writeFileSync(join(partial, 'run.json'), text)
    await expect(RunFolder.hold(out, IDENTITY, async () => 0)).rejects.toThrow(/run.json cannot be read/)
  }
})

test('a stopped run that had spent nothing gives way to another; one that was kept does not', async () => {
  const out = join(folder, 'begun')
  await RunFolder.hold(out, IDENTITY, async () => 0) // ends without finishing: begun, and not kept
  const other = { ...IDENTITY, command: 'other' }
  await RunFolder.hold(out, other, async (run) => {
    expect(run.resumed).toBe(false)
    await run.keep()
  })
  await expect(RunFolder.hold(out, IDENTITY, async () => 0)).rejects.toThrow(/a stopped run with another command/)
})

test('a stored file is read by its own run only, as what it was stored as, and whole', async () => {
  const out = join(folder, 'tags')
  const state = join(`${out}.partial`, 'state')
  await RunFolder.hold(out, IDENTITY, async (run) => {
    await run.writeState('drawn', Uint8Array.of(1, 2, 3), { plan: 'p' })
    expect(await run.readState('drawn', { plan: 'p' })).toEqual(Uint8Array.of(1, 2, 3))
    await expect(run.readState('drawn', { plan: 'q' })).rejects.toThrow(/drawn for another plan/)
    await expect(run.readState('drawn', { plan: 'p', simulated: true })).rejects.toThrow(/is a simulation/)
    cpSync(join(state, 'drawn'), join(state, 'other'))
    await expect(run.readState('other', { plan: 'p' })).rejects.toThrow(/another file under this name/)
    const bytes = readFileSync(join(state, 'drawn'))
    writeFileSync(join(state, 'drawn'), Buffer.concat([bytes.subarray(0, -1), Buffer.of(4)]))
    await expect(run.readState('drawn', { plan: 'p' })).rejects.toThrow(/damaged/)
    await run.writeState('drawn', Uint8Array.of(1), { plan: 'p' })
    cpSync(join(state, 'drawn'), join(folder, 'drawn'))
  })
  for (const identity of [IDENTITY, { ...IDENTITY, seeded: true }]) {
    const elsewhere = join(folder, `tags-${identity.seeded}`)
    await RunFolder.hold(elsewhere, identity, async (run) => {
      cpSync(join(folder, 'drawn'), join(`${elsewhere}.partial`, 'state', 'drawn'))
      await expect(run.readState('drawn', { plan: 'p' })).rejects.toThrow(/belongs to another run/)
    })
  }
})

test('what a run keeps is for its owner alone; a release is too when it is confidential', async () => {
  const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)
  for (const [name, isConfidential, modes] of [
    ['private', true, ['700', '600']],
    ['public', false, ['755', '644']],
  ] as const) {
    const out = join(folder, name)
    const before = process.umask(0o022)
    await RunFolder.hold(out, IDENTITY, async (run) => {
      await run.writeState('drawn', 'x')
      await run.write('data.csv', 'x')
      expect(mode(run.partial)).toBe('700')
      expect(mode(join(run.partial, 'run.json'))).toBe('600')
      expect(mode(join(run.partial, 'state', 'drawn'))).toBe('600')
      await run.flush(isConfidential)
      await run.finish()
    })
    process.umask(before)
    expect([mode(out), mode(join(out, 'data.csv'))]).toEqual(modes)
  }
})

test('a link, a file or a place where nothing can be made is refused before anything is done', async () => {
  symlinkSync(folder, join(folder, 'link'))
  await expect(RunFolder.hold(join(folder, 'link'), IDENTITY, async () => 0)).rejects.toThrow(/symbolic link/)
  writeFileSync(join(folder, 'file'), '')
  await expect(RunFolder.hold(join(folder, 'file'), IDENTITY, async () => 0)).rejects.toThrow(/a file of that name/)
  await expect(RunFolder.hold(join(folder, 'file', 'below'), IDENTITY, async () => 0)).rejects.toThrow(/not a folder/)
  await expect(RunFolder.hold(join(folder, 'x'.repeat(300)), IDENTITY, async () => 0)).rejects.toThrow(
    /longer than 180 bytes/,
  )
  if (existsSync('/proc/self')) {
    await expect(RunFolder.hold('/proc/nothing/here', IDENTITY, async () => 0)).rejects.toThrow(/nothing can be made/)
  }
})

test('two at once: the second is turned away before it looks', async () => {
  const out = join(folder, 'both')
  await RunFolder.hold(out, IDENTITY, async () => {
    await expect(RunFolder.hold(out, IDENTITY, async () => 0)).rejects.toThrow(/The folder/)
  })
})
