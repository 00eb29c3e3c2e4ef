/** Specs: read, written over the version that was read, and the files of known facts and of trees beside them. */
import { Hono } from 'hono'
import { z } from 'zod'
import { writeDurably } from '../../files/index.ts'
import { badInput } from '../../request-error.ts'
import { specChange, withChanges } from '../../spec/index.ts'
import { readBody } from '../read-body.ts'
import { checkedSpecName, readSpecFile, writeSpecFile } from '../spec-store.ts'
import type { Studio } from '../studio.ts'

const readRequest = z.strictObject({ path: z.string() })
const writeRequest = z.strictObject({
  path: z.string(),
  version: z.string(),
  /** The whole text, or what is to be changed in it. */
  text: z.string().optional(),
  changes: z.array(specChange).optional(),
})
const besideRequest = z.strictObject({ path: z.string(), text: z.string() })

export function specRoutes({ folder }: Studio): Hono {
  const routes = new Hono()
  routes.post('/read', async (context) => {
    const { path } = await readBody(context, readRequest)
    return context.json(await readSpecFile(await folder.writable(checkedSpecName(path)), path))
  })

  routes.post('/write', async (context) => {
    const { path, version, text, changes } = await readBody(context, writeRequest)
    const at = await folder.writable(checkedSpecName(path))
    const next = text ?? withChanges((await readSpecFile(at, path)).text, changes ?? [])
    return context.json(await writeSpecFile(at, path, next, version))
  })

  routes.post('/beside', async (context) => {
    const { path, text } = await readBody(context, besideRequest)
    if (!/\.(known|tree)\.csv$/.test(path))
      throw badInput(
        'A file of known facts has a name that ends in ".known.csv", a tree of values one that ends in ".tree.csv".',
      )
    await writeDurably(await folder.writable(path), text)
    return context.json({ path })
  })
  return routes
}
