import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fetchColumns } from './columns.ts'
import { withDatabase } from './database.ts'
import { fileRelation } from './file-relation.ts'
import { identifier, literal } from './sql.ts'

async function told(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing',
    (error: Error) => `${error.name}: ${error.stack}`,
  )
}

test('what the engine says of a damaged line is told by name and number, wherever it is met', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tacet-test-'))
  const path = join(folder, 'tree.csv')
  await writeFile(path, 'a,b\n1,2\nSECRET\n')
  await withDatabase({}, async (db) => {
    const { sql } = await fileRelation(db, path)
    const reading = () => fetchColumns(db, `select a from ${sql}`, ['text'])
    const copying = () => db.run(`create table t as from ${sql}`)
    for (const work of [reading, copying]) {
      const message = await told(work())
      expect(message).toMatch(/RequestError: .*tree\.csv, line 3: the line has another number of values/)
      expect(message).not.toMatch(/SECRET/)
    }
  })
  await rm(folder, { recursive: true })
})

test('a fault of ours in a statement does not quote what it stumbled over', async () => {
  await withDatabase({}, async (db) => {
    const message = await told(db.run(`select cast('SECRET' as integer)`))
    expect(message).toMatch(/EngineError: .*\(Conversion Error\)/)
    expect(message).not.toMatch(/SECRET/)
  })
})

test('a null character in a name or a text is refused', () => {
  expect(() => identifier('a\0b')).toThrow(/null character/)
  expect(() => literal('a\0b')).toThrow(/null character/)
})
