/** Labels come out as they went in, however many there are: written into the query, looked up in a list, or spelled out here. */
import { expect, test } from 'vitest'
import { fetchColumns } from './columns.ts'
import { withDatabase } from './database.ts'
import { relationOf } from './table-writer.ts'

const ODD = ["o'clock", '"', '', 'NULL', '[1]', 'é', '\\', "a''b"]

test.each([
  ['few', 3],
  ['as many as are written into the query', 200],
  ['more than that', 201],
  ['as many as are looked up', 1000],
  ['more than that too', 1001],
])('%s labels, of which one is missing', async (_, count) => {
  const labels = Array.from({ length: count }, (_, i) => (i < ODD.length ? ODD[i] : `label ${i}`))
  const codes = Int32Array.from({ length: 2 * count + 1 }, (_, i) => (i === 0 ? -1 : (i * 7) % count))
  await expectRead(labels, codes)
})

test('a label with a null character is not cut', () => expectRead(['a\0b', 'a'], Int32Array.of(0, 1, -1, 0)))

test('no rows and no labels', () => expectRead([], new Int32Array(0)))

async function expectRead(labels: readonly string[], codes: Int32Array): Promise<void> {
  const read = await withDatabase({}, async (db) => {
    const relation = await relationOf(db, [{ name: 'la"bel', kind: 'label', labels, codes }])
    const [texts] = await fetchColumns(db, `select coalesce("la""bel", '(none)') from ${relation}`, ['text'])
    return texts ?? []
  })
  expect([...read]).toEqual(Array.from(codes, (code) => (code < 0 ? '(none)' : labels[code])))
}
