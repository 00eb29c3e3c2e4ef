import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../test/support/cli.ts'
import { withDatabase } from './database.ts'
import { readTreeFile } from './tree-file.ts'

const folder = testFolder()

const read = (text: string | Buffer, values: readonly string[], header?: 'present' | 'absent') => {
  const path = join(folder, 'tree.csv')
  writeFileSync(path, text)
  return withDatabase({}, (db) => readTreeFile(db, path, values, header))
}

test.each<[string, string, readonly string[], number]>([
  ['names above', 'zip,area\n81667,8\n81675,8\n', ['81667', '81675'], 2],
  ['no names, a first value of the data', 'north,N\nsouth,S\n', ['north', 'south'], 1],
  ['no names, as ARX writes, with equal labels in a line', '34;<50;*;*\n55;>=50;*;*\n', ['55'], 1],
  ['no names, a first value that is not in the data, under a node of others', 'a;x\nb;x\nc;y\n', ['b', 'c'], 1],
  ['one line alone', 'a;b\n', ['z'], 1],
])('%s', async (_, text, values, firstLine) => {
  const found = await read(text, values)
  const lines = text.trim().split('\n')
  expect(found.firstLine).toBe(firstLine)
  expect(found.rows.map((row) => row.join())).toEqual(
    lines.slice(firstLine - 1).map((line) => line.replaceAll(';', ',')),
  )
})

test('what is said of the first line counts, and encodings are found as for data', async () => {
  expect((await read('a;x\nb;x\n', ['a', 'b'], 'present')).rows).toEqual([['b', 'x']])
  expect((await read('name;kind\nb;x\n', ['b'], 'absent')).rows).toHaveLength(2)
  expect((await read(Buffer.from('Köln;Süd\nBonn;West\n', 'latin1'), ['Köln'])).rows[0]).toEqual(['Köln', 'Süd'])
})
