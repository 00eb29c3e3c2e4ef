import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeOwnFolder, removeAbandoned } from './own-folder.ts'
import { ownIdentity } from './process-identity.ts'

test('a folder of a process that was killed is removed; that of one that lives, and any other, stays', async () => {
  const own = await makeOwnFolder()
  const place = mkdtempSync(join(tmpdir(), 'tacet-test-'))
  try {
    expect(dirname(dirname(own.inside))).toBe(tmpdir())
    const dead = spawnSync(process.execPath, ['-e', ''])
    const owners = {
      'tacet-own-dead': { ...ownIdentity(), pid: dead.pid, started: '1' },
      'tacet-own-alive': ownIdentity(),
      'tacet-own-elsewhere': { ...ownIdentity(), pid: dead.pid, host: 'another' },
      'tacet-other': { ...ownIdentity(), pid: dead.pid },
    }
    for (const [name, owner] of Object.entries(owners)) {
      mkdirSync(join(place, name, 'files-1'), { recursive: true })
      writeFileSync(join(place, name, 'files-1', 'spilled'), 'confidential')
      writeFileSync(join(place, name, 'owner.json'), JSON.stringify(owner))
    }
    mkdirSync(join(place, 'tacet-own-being-made'))
    await removeAbandoned(place)
    expect(readdirSync(place).sort()).toEqual([
      'tacet-other',
      'tacet-own-alive',
      'tacet-own-being-made',
      'tacet-own-elsewhere',
    ])
  } finally {
    rmSync(place, { recursive: true })
    await own.remove()
  }
  expect(existsSync(own.inside)).toBe(false)
})
