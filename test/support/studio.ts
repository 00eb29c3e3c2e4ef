/** A studio in the test's own process, and requests as a browser, or an attacker, would send them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { type RunningStudio, type StudioOptions, startStudio } from '../../src/server/index.ts'

/** The built page. */
export const BUILT_PAGE: string = fileURLToPath(new URL('../../dist/web/', import.meta.url))

export interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

export interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export class TestStudio {
  readonly running: RunningStudio
  readonly folder: string
  cookie = ''

  constructor(running: RunningStudio, folder: string) {
    this.running = running
    this.folder = folder
  }

  get token(): string {
    return new URL(this.running.url).hash.slice('#token='.length)
  }

  /** A request with exactly these headers beside the right Host and Origin, which can be replaced. */
  send(path: string, { method = 'POST', headers = {}, body }: Sent = {}): Promise<Answer> {
    const { port } = this.running
    const own = { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json' }
    return new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers: { ...own, ...headers } }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (piece) => {
          text += piece
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  /** A request of the page itself, after it has exchanged its token. */
  async ask(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    if (this.cookie === '') {
      const { headers: got } = await this.send('/api/session', { body: JSON.stringify({ secret: this.token }) })
      this.cookie = String(got['set-cookie']?.[0]).split(';')[0]
    }
    return this.send(path, { headers: { cookie: this.cookie, ...headers }, body: JSON.stringify(body) })
  }
}

/** A studio on a new folder, ended after the tests of the file. */
export async function testStudio(options: Omit<Partial<StudioOptions>, 'beyond'> = {}): Promise<TestStudio> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'tacet-studio-'))
  const running = await startStudio({ pageFolder: BUILT_PAGE, ...options, folder })
  afterAll(async () => {
    await running.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return new TestStudio(running, folder)
}
