/** What the plan view needs of the data: the shape of the places, which a plan publishes anyway. Nothing is drawn or spent. */
import { Hono } from 'hono'
import { z } from 'zod'
import { regionsFromData } from '../../data/index.ts'
import { jobFrom, readGroupsPlaces } from '../../jobs/index.ts'
import { prepareRelease, readRegions } from '../../run/drawing/prepare.ts'
import { readBody } from '../read-body.ts'
import { openSpecFile } from '../spec-files.ts'
import type { Studio } from '../studio.ts'

const request = z.strictObject({ path: z.string() })

export function planRoutes({ folder }: Studio): Hono {
  const routes = new Hono()
  routes.post('/places', async (context) => {
    const { path } = await readBody(context, request)
    const prepared = prepareRelease(await openSpecFile(folder, path))
    const { levels } = await readRegions(prepared)
    return context.json({
      levels: levels.map(({ name, parent, regions }) => ({ name, size: regions.length, parent: [...parent] })),
      fromData: regionsFromData(prepared.geography),
      ledger: folder.nameOf(prepared.ledgerPath),
    })
  })
  routes.post('/groups', async (context) => {
    const { path } = await readBody(context, request)
    const places = await readGroupsPlaces(jobFrom(await openSpecFile(folder, path)))
    return context.json({ ...places, ledger: folder.nameOf(places.ledger) })
  })
  return routes
}
