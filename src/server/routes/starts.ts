/** Specs to start from: written from a look at a file and what the person corrected, or as an example. Never over a file that is there. */
import { Hono } from 'hono'
import { z } from 'zod'
import { describeFile, withDatabase } from '../../data/index.ts'
import { STARTER_NAMES, starterSpec } from '../../jobs/starter-spec.ts'
import { badInput, RequestError } from '../../request-error.ts'
import { EXAMPLE_DECISION, reading } from '../../spec/index.ts'
import { readBody } from '../read-body.ts'
import { checkedSpecName, NO_FILE, readSpecFile, type SpecState, writeSpecFile } from '../spec-store.ts'
import type { Studio } from '../studio.ts'

const column = z.string()
const startRequest = z.strictObject({
  path: z.string(),
  file: z.string(),
  read: reading.optional(),
  for: z.enum(STARTER_NAMES),
  places: z.array(column).max(12),
  attributes: z.array(column).max(200),
  count: column.nullable(),
  person: column.nullable().optional(),
  group: z.union([z.strictObject({ unit: column }), z.strictObject({ size: column })]).optional(),
  largest: z.int().min(1).max(1000).optional(),
})
const exampleRequest = z.strictObject({ path: z.string() })

export function startRoutes({ folder }: Studio): Hono {
  const routes = new Hono()
  const writeNew = async (name: string, textFor: (at: string) => Promise<string>): Promise<SpecState> => {
    const at = await folder.writable(checkedSpecName(name))
    if ((await readSpecFile(at, name)).version !== NO_FILE)
      throw new RequestError('refused', `${name} is there already and is not written over. Choose another name.`)
    return writeSpecFile(at, name, await textFor(at), NO_FILE)
  }

  routes.post('/spec', async (context) => {
    const { path, file, read, for: asked, ...choice } = await readBody(context, startRequest)
    if (new Set(choice.places).size < choice.places.length) throw badInput('A column is one level of places, not two.')
    const data = await folder.existing(file)
    const written = await writeNew(path, async (at) =>
      starterSpec(await withDatabase({}, (db) => describeFile(db, data, read)), at, asked, choice),
    )
    return context.json(written)
  })

  routes.post('/decision', async (context) => {
    const { path } = await readBody(context, exampleRequest)
    return context.json(await writeNew(path, async () => EXAMPLE_DECISION))
  })
  return routes
}
