/** Chunks as rows: the first of a name stays. */
import type { ChunkStore } from '../../run/index.ts'
import type { Sql } from './sql.ts'

export function chunkTable(sql: Sql, run: string, tries: <T>(work: () => Promise<T>) => Promise<T>): ChunkStore {
  return {
    read: async (name) => {
      const rows = await tries(() =>
        sql.query<{ bytes: Uint8Array }>('select bytes from tacet.chunk where run = $1 and name = $2', [run, name]),
      )
      return rows.length === 0 ? undefined : new Uint8Array(rows[0].bytes)
    },
    write: async (name, bytes) => {
      await tries(() => insertChunk(sql, run, name, bytes))
    },
  }
}

export async function insertChunk(sql: Sql, run: string, name: string, bytes: Uint8Array): Promise<void> {
  await sql.query('insert into tacet.chunk (run, name, bytes) values ($1, $2, $3) on conflict do nothing', [
    run,
    name,
    Buffer.from(bytes),
  ])
}
