/** The state of a run over HTTP, for Prometheus to scrape: GET /metrics, and nothing else. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { badField } from '../request-error.ts'

export interface MetricsServer {
  readonly url: string
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'
/** The version of the text format. */
const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** `place`: a port of this machine alone, or host:port for others too; port 0 takes a free one. */
export async function serveMetrics(place: string, text: () => Promise<string>): Promise<MetricsServer> {
  const { host, port } = hostAndPort(place)
  const server = createServer((request, response) => {
    const answer = (status: number, body: string): void => {
      response.writeHead(status, { 'content-type': status === 200 ? TYPE : 'text/plain; charset=utf-8' }).end(body)
    }
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') return answer(404, 'GET /metrics\n')
    text().then(
      (body) => answer(200, body),
      () => answer(503, 'The state of the run cannot be read now.\n'),
    )
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, done)
  }).catch((error: NodeJS.ErrnoException) => {
    throw badField('metrics', `nothing can listen at ${place} (${error.code}). Name another port.`)
  })
  const bound = (server.address() as AddressInfo).port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/metrics`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function hostAndPort(place: string): { readonly host: string; readonly port: number } {
  const at = place.lastIndexOf(':')
  const host = at < 0 ? LOOPBACK : place.slice(0, at).replace(/^\[|\]$/g, '')
  const port = Number(place.slice(at + 1))
  if (host !== '' && /^[0-9]+$/.test(place.slice(at + 1)) && port <= 65_535) return { host, port }
  throw badField('metrics', `"${place}" is no port, such as 9464, and no host with a port, such as 0.0.0.0:9464.`)
}
