/** What the ledger acknowledges is on the disk: every byte that is written is synced before its file is closed. */
import type * as fs from 'node:fs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { rational } from '../exact/rational.ts'
import { pure } from '../privacy/event.ts'
import { LedgerFile } from './ledger-file.ts'

const seen: string[] = vi.hoisted(() => [])

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>()
  const names = new Map<number, string>()
  const note = (what: string, file: number): void => void seen.push(`${what} ${basename(names.get(file) ?? '')}`)
  return {
    ...real,
    openSync: (path: string, ...rest: [string, number?]) => {
      const file = real.openSync(path, ...rest)
      names.set(file, path)
      return file
    },
    writeSync: (file: number, ...rest: [Uint8Array, number?, number?]) => {
      note('write', file)
      return real.writeSync(file, ...rest)
    },
    fsyncSync: (file: number) => {
      note('sync', file)
      real.fsyncSync(file)
    },
    closeSync: (file: number) => {
      note('close', file)
      real.closeSync(file)
    },
    renameSync: (from: string, to: string) => {
      seen.push(`rename ${basename(from)}`)
      real.renameSync(from, to)
    },
  }
})

const folder = mkdtempSync(join(tmpdir(), 'tacet-ledger-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a reservation is synced, line first, then the head, then the name of the head', async () => {
  const ledger = await LedgerFile.open(join(folder, 'ledger.jsonl'), { dataset: 'test', unit: 'person' })
  for (const act of [
    () => ledger.reserve({ runId: 'a', cost: pure(rational(1n)), purpose: 'test', specHash: 's' }),
    () => ledger.commit('a', 'm'),
  ]) {
    seen.length = 0
    await act()
    const written = seen.slice(seen.indexOf('write ledger.jsonl'))
    const durable = written.filter((event) => !event.includes('.lock'))
    expect(durable.filter((event, i) => event !== durable[i - 1])).toEqual([
      'write ledger.jsonl',
      'sync ledger.jsonl',
      'close ledger.jsonl',
      'write ledger.jsonl.head.new',
      'sync ledger.jsonl.head.new',
      'close ledger.jsonl.head.new',
      'rename ledger.jsonl.head.new',
      `sync ${basename(folder)}`,
      `close ${basename(folder)}`,
    ])
  }
})
