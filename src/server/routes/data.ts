/** Data files: what is in the folder, what is in a file, and its counts for the audit. */
import { Hono } from 'hono'
import { z } from 'zod'
import { tableForAudit } from '../../bounds/index.ts'
import { checkCountName, countTable, describeFile, starterProposal, withDatabase } from '../../data/index.ts'
import { badInput } from '../../request-error.ts'
import { reading } from '../../spec/index.ts'
import { readProject } from '../project.ts'
import { readBody } from '../read-body.ts'
import { readReleaseTable } from '../release-table.ts'
import type { Studio } from '../studio.ts'
import { takePiece, uploadPiece } from '../uploads.ts'

const describeRequest = z.strictObject({ file: z.string(), read: reading.optional() })
const rowsRequest = z.strictObject({ file: z.string(), limit: z.int().min(1).max(1000) })
const tableRequest = z.strictObject({
  file: z.string(),
  columns: z.array(z.string()).min(2).max(40),
  count: z.string().nullable(),
  read: reading.optional(),
})

/** A page holds the whole table in its memory. */
const MOST_CELLS = 2_000_000

export function dataRoutes(studio: Studio): Hono {
  const routes = new Hono()
  routes.post('/project', async (context) => context.json(await readProject(studio.folder)))

  routes.post('/describe', async (context) => {
    const { file, read } = await readBody(context, describeRequest)
    const path = await studio.folder.existing(file)
    const described = await withDatabase({}, (db) => describeFile(db, path, read))
    return context.json({ ...described, path: file, proposed: starterProposal(described) })
  })

  routes.post('/upload', async (context) => {
    const path = await takePiece(studio.folder, await readBody(context, uploadPiece))
    return context.json({ path })
  })

  routes.post('/rows', async (context) => {
    const { file, limit } = await readBody(context, rowsRequest)
    return context.json(await readReleaseTable(await studio.folder.existing(file), {}, limit))
  })

  routes.post('/table', async (context) => {
    const { file, columns, count, read } = await readBody(context, tableRequest)
    const path = await studio.folder.existing(file)
    const source = { kind: 'file', path, ...(read && { read }) } as const
    checkCountName({ count: count ?? undefined })
    const counted = await withDatabase({}, (db) => countTable(db, source, columns, count ?? undefined))
    const { variables, codes, counts } = tableForAudit(counted.table)
    if (counts.length * variables.length > MOST_CELLS)
      throw badInput(
        `Together these ${variables.length} variables have ${counts.length.toLocaleString('en')} different lines, too many for a page. Choose fewer variables, or use "tacet audit".`,
      )
    return context.json({ variables, codes: codes.map((column) => [...column]), counts: [...counts] })
  })
  return routes
}
