/** The studio's answers, as one function from a request to a response. */
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { setCookie } from 'hono/cookie'
import { z } from 'zod'
import { type Address, checkHostAndOrigin, checkJson, checkSession, refuse } from './guard.ts'
import { securityHeaders } from './headers.ts'
import { pageFiles } from './page-files.ts'
import { problem } from './problem.ts'
import { readBody } from './read-body.ts'
import { dataRoutes } from './routes/data.ts'
import { eventStream } from './routes/events.ts'
import { ledgerRoutes } from './routes/ledgers.ts'
import { planRoutes } from './routes/plans.ts'
import { releaseRoutes, reportPage } from './routes/releases.ts'
import { runRoutes } from './routes/runs.ts'
import { specRoutes } from './routes/specs.ts'
import { startRoutes } from './routes/starts.ts'
import type { Session } from './session.ts'
import type { Studio } from './studio.ts'

/** A spec or a list of facts is smaller than this. */
export const MOST_BYTES: number = 2 * 1024 * 1024

const sessionRequest = z.strictObject({ secret: z.string().max(1000) })

export function studioApp(studio: Studio, session: Session, address: () => Address, pageFolder: string): Hono {
  const app = new Hono()
  app.onError(problem)
  app.use(securityHeaders())
  app.use(checkHostAndOrigin(address))
  app.use(checkJson())
  const tooLarge = bodyLimit({
    maxSize: MOST_BYTES,
    onError: (context) => refuse(context, 413, `A request may hold ${MOST_BYTES >> 20} MB at most.`),
  })
  app.use('/api/*', tooLarge)
  app.use('/api/*', checkSession(session, address))

  app.post('/api/session', async (context) => {
    const { secret } = await readBody(context, sessionRequest)
    const cookie = await session.exchange(secret)
    if (cookie === undefined) return refuse(context, 401, 'Open the studio by the address that "tacet studio" printed.')
    const { port, secure } = address()
    setCookie(context, session.cookieName(port), cookie, { httpOnly: true, sameSite: 'Strict', path: '/', secure })
    return context.json({ folder: studio.folder.name })
  })
  app.route('/api', dataRoutes(studio))
  app.route('/api/specs', specRoutes(studio))
  app.route('/api/start', startRoutes(studio))
  app.route('/api/plans', planRoutes(studio))
  app.route('/api/releases', releaseRoutes(studio))
  app.route('/api/runs', runRoutes(studio))
  app.route('/api/ledgers', ledgerRoutes(studio))
  app.get('/api/events', eventStream(studio))
  app.get('/api/reports/:handle', reportPage(studio))
  app.all('/api/*', (context) => refuse(context, 404, 'There is no such answer.'))
  app.get('*', pageFiles(pageFolder))
  return app
}
