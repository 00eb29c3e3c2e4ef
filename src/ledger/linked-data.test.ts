import { copyFileSync, linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openBound } from './binding.ts'
import { firstName } from './linked-data.ts'

const folder = mkdtempSync(join(tmpdir(), 'tacet-linked-'))
afterAll(() => rmSync(folder, { recursive: true }))
const identity = { dataset: 'people.csv', unit: 'person' }

let places = 0
/** A file that was charged, and another folder. */
async function charged(): Promise<{ readonly data: string; readonly ledger: string; readonly other: string }> {
  const home = join(folder, String(places++))
  const other = join(home, 'other')
  mkdirSync(other, { recursive: true })
  const data = join(home, 'people.csv')
  writeFileSync(data, `who\n${home}\n`)
  const ledger = join(home, 'ledger.jsonl')
  await openBound(ledger, identity, { kind: 'file', path: data })
  return { data, ledger, other }
}

test('a hard link in another folder has the ledger of the file: another one is refused, and begun with a reason', async () => {
  const { data, ledger, other } = await charged()
  const link = join(other, 'linked.csv')
  linkSync(data, link)
  const binding = { kind: 'file', path: link } as const
  expect(firstName(link)).toBe(data)
  await expect(openBound(join(other, 'second.jsonl'), identity, binding)).rejects.toThrow(
    /These data have a ledger already: .*ledger\.jsonl/,
  )
  await openBound(ledger, identity, binding)
  await openBound(join(other, 'second.jsonl'), identity, binding, 'asked for')
})

test('a file alone is itself, whatever file had its number before', async () => {
  const { data, other } = await charged()
  const copy = join(other, 'copy.csv')
  copyFileSync(data, copy)
  expect(firstName(copy)).toBe(copy)
  const moved = join(other, 'moved.csv')
  renameSync(data, moved)
  linkSync(moved, join(other, 'again.csv'))
  expect(firstName(moved)).toBe(moved) // where it was charged it is no more, and so is the file that names its ledger not beside it
  expect(firstName(join(other, 'nothing.csv'))).toBe(join(other, 'nothing.csv'))
})
