/** Ledgers: what was spent on which release, what is left, and whether every line agrees with its hash. */
import { Hono } from 'hono'
import { z } from 'zod'
import { LedgerFile } from '../../ledger/index.ts'
import { readBody } from '../read-body.ts'
import type { Studio } from '../studio.ts'

const request = z.strictObject({ path: z.string() })

export function ledgerRoutes({ folder }: Studio): Hono {
  const routes = new Hono()
  // `summary` reads the whole file and verifies every line: a damaged ledger is an error, never a figure.
  routes.post('/read', async (context) => {
    const { path } = await readBody(context, request)
    const ledger = LedgerFile.existing(await folder.existingWithOthers(path))
    return context.json({ path, ...ledger.summary(), anchor: ledger.anchor() })
  })
  return routes
}
