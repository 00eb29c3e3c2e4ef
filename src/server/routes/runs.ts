/** Runs of the capabilities: listed, started, stopped, resumed; and what a spec has parts for. */
import { Hono } from 'hono'
import { z } from 'zod'
import { CAPABILITY_NAMES, capabilitiesOf, jobFrom, startPlan } from '../../jobs/index.ts'
import { specChange } from '../../spec/index.ts'
import { readBody } from '../read-body.ts'
import { openSpecFile } from '../spec-files.ts'
import type { Studio } from '../studio.ts'

const startRequest = z.strictObject({
  capability: z.enum(CAPABILITY_NAMES),
  spec: z.string(),
  out: z.string().max(200),
  rehearse: z.boolean(),
})
const outRequest = z.strictObject({ out: z.string() })
const specRequest = z.strictObject({ path: z.string() })
/** `changes` are planned as if they were saved. */
const planRequest = z.strictObject({
  path: z.string(),
  capability: z.enum(CAPABILITY_NAMES),
  changes: z.array(specChange).optional(),
})

export function runRoutes({ folder, runs, shared }: Studio): Hono {
  const routes = new Hono()
  routes.post('/list', async (context) => context.json({ runs: await runs.list() }))
  routes.post('/shared', async (context) => context.json({ runs: await shared.list() }))
  routes.post('/start', async (context) => context.json(await runs.start(await readBody(context, startRequest))))
  routes.post('/resume', async (context) => context.json(await runs.resume((await readBody(context, outRequest)).out)))
  routes.post('/stop', async (context) => {
    runs.stop((await readBody(context, outRequest)).out)
    return context.json({})
  })
  routes.post('/enough', async (context) => {
    runs.enough((await readBody(context, outRequest)).out)
    return context.json({})
  })
  routes.post('/offered', async (context) => {
    const { path } = await readBody(context, specRequest)
    return context.json({ capabilities: capabilitiesOf(await openSpecFile(folder, path)) })
  })
  routes.post('/plan', async (context) => {
    const { path, capability, changes } = await readBody(context, planRequest)
    const job = jobFrom(await openSpecFile(folder, path, changes))
    return context.json({ plan: plain(await startPlan(capability, job)) })
  })
  return routes
}

/** JSON has no bigint. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one)))
}
