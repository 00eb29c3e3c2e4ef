/** Requests that the studio must refuse, each of them one that somebody could send. */
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { MOST_BYTES } from '../../src/server/app.ts'
import { newSession } from '../../src/server/session.ts'
import { type TestStudio, testStudio } from '../support/studio.ts'

const SCRIPT = `const words = '${'said again '.repeat(200)}'`
let studio: TestStudio
let impatient: TestStudio
let secret: string

beforeAll(async () => {
  const pageFolder = mkdtempSync(join(tmpdir(), 'tacet-page-'))
  writeFileSync(join(pageFolder, 'index.html'), '<meta nonce="NONCE-OF-THIS-ANSWER"><title>Tacet</title>')
  writeFileSync(join(pageFolder, 'words.js'), SCRIPT)
  studio = await testStudio({ pageFolder })
  impatient = await testStudio({ pageFolder, patience: 400 })
  writeFileSync(join(studio.folder, 'people.csv'), 'sex,age\nf,30\nm,40\n')
  secret = mkdtempSync(join(tmpdir(), 'tacet-outside-'))
  writeFileSync(join(secret, 'secret.csv'), 'sex,age\nf,30\n')
  symlinkSync(secret, join(studio.folder, 'link'))
  symlinkSync(join(secret, 'new.yaml'), join(studio.folder, 'away.yaml'))
})

test('a right request is answered, so that what follows is refused for its own reason', async () => {
  const { status, text } = await studio.ask('/api/project', {})
  expect(status).toBe(200)
  expect(JSON.parse(text).data.map((file: { path: string }) => file.path)).toEqual(['people.csv'])
})

test.each(['evil.example', '127.0.0.1.evil.example', 'evil.example:PORT', '127.0.0.1:1', '0.0.0.0:PORT'])(
  'Host "%s" is refused, also with the right cookie, for the page and for data',
  async (host) => {
    const header = host.replace('PORT', String(studio.running.port))
    for (const [path, method] of [
      ['/api/project', 'POST'],
      ['/', 'GET'],
    ]) {
      const headers = { host: header, origin: `http://${header}`, cookie: studio.cookie }
      const { status, text } = await studio.send(path, { method, headers, ...(method === 'POST' && { body: '{}' }) })
      expect(status).toBe(421)
      expect(text).not.toContain('people.csv')
    }
  },
)

test.each([
  'http://evil.example',
  'null',
  'http://127.0.0.1:1',
  'https://127.0.0.1:PORT',
  'http://localhost.evil:PORT',
])('Origin "%s" is refused', async (origin) => {
  const header = origin.replace('PORT', String(studio.running.port))
  const { status } = await studio.ask('/api/project', {}, { origin: header })
  expect(status).toBe(403)
})

test('localhost and [::1] are names of this machine', async () => {
  for (const name of ['localhost', '[::1]']) {
    const host = `${name}:${studio.running.port}`
    expect((await studio.ask('/api/project', {}, { host, origin: `http://${host}` })).status).toBe(200)
  }
})

test('what is posted without an Origin, or from another site, is refused', async () => {
  const { port } = studio.running
  const raw = `POST /api/project HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${studio.cookie}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`
  expect(await rawAnswer(port, raw)).toMatch(/^HTTP\/1.1 403/)
  expect((await studio.ask('/api/project', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const frame = { method: 'GET', headers: { cookie: studio.cookie, 'sec-fetch-site': 'same-site' } }
  expect((await studio.send('/api/events', frame)).status).toBe(403)
})

test.each([
  ['no cookie', ''],
  ['a wrong one', 'tacet-PORT=AAAA'],
  ['the token as the cookie', 'tacet-PORT=TOKEN'],
])('%s is refused', async (_, cookie) => {
  const own = cookie.replace('PORT', String(studio.running.port)).replace('TOKEN', studio.token)
  for (const path of ['/api/project', '/api/specs/read', '/api/nothing'])
    expect((await studio.send(path, { headers: { cookie: own }, body: '{}' })).status).toBe(401)
  expect((await studio.send('/api/events', { method: 'GET', headers: { cookie: own } })).status).toBe(401)
  expect((await studio.send('/api/reports/x', { method: 'GET', headers: { cookie: own } })).status).toBe(401)
})

test('a wrong token gives no cookie; the right one gives a cookie that no script and no other site can use', async () => {
  const wrong = await studio.send('/api/session', { body: JSON.stringify({ secret: 'guess' }) })
  expect(wrong.status).toBe(401)
  expect(wrong.headers['set-cookie']).toBeUndefined()
  const right = await studio.send('/api/session', { body: JSON.stringify({ secret: studio.token }) })
  expect(right.headers['set-cookie']?.[0]).toMatch(/HttpOnly/)
  expect(right.headers['set-cookie']?.[0]).toMatch(/SameSite=Strict/)
  expect(right.text).not.toContain(studio.token)
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  '',
])('content type "%s" is 415', async (type) => {
  expect((await studio.ask('/api/project', {}, { 'content-type': type })).status).toBe(415)
})

test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is not answered', async (method) => {
  const { status, headers } = await studio.send('/api/project', { method, headers: { cookie: studio.cookie } })
  expect(status).toBe(405)
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

test.each(['../secret.csv', '/etc/passwd', 'link/secret.csv', 'a/../../x.csv', 'people.csv\0.csv', '..', '%2e%2e/x'])(
  'a file outside the folder is not read: %s',
  async (file) => {
    const { status, text } = await studio.ask('/api/describe', { file })
    expect(status).toBe(422)
    expect(text).not.toMatch(/root:|f,30/)
  },
)

test.each(['../new.yaml', 'link/new.yaml', 'away.yaml', '/tmp/new.yaml', 'people.csv', 'no/such/folder/x.yaml'])(
  'a file outside the folder, or one that is no spec, is not written: %s',
  async (path) => {
    const text = 'tacet: 1\nsource: { file: people.csv }\n'
    const { status } = await studio.ask('/api/specs/write', { path, version: 'none', text })
    expect(status).toBe(422)
  },
)

test.each(['/../package.json', '/..%2f..%2fetc%2fpasswd', '/assets/..%2f..%2fx.js', '/index.html%00.js', '/%E0%A4%A'])(
  'the page is served from its own folder alone: %s',
  async (path) => {
    const { status, text } = await studio.send(path, { method: 'GET' })
    expect([400, 404, 500]).toContain(status)
    expect(text).not.toMatch(/root:|devDependencies/)
  },
)

test('an oversized request is refused, with a length and without one', async () => {
  const body = JSON.stringify({ file: 'x'.repeat(MOST_BYTES) })
  for (const headers of [{ cookie: studio.cookie }, { cookie: studio.cookie, 'transfer-encoding': 'chunked' }]) {
    // The server may close the connection while the rest is still being sent: then there is no answer to read.
    const { status } = await studio.send('/api/describe', { headers, body }).catch(() => ({ status: 413 }))
    expect(status).toBe(413)
  }
  expect((await studio.ask('/api/describe', { file: 'x'.repeat(1000) })).status).toBe(422)
})

test('a request without a Host is refused', async () => {
  expect(await rawAnswer(studio.running.port, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 400/)
})

test('a request that does not arrive is closed', async () => {
  const { port } = impatient.running
  await impatient.ask('/api/project', {})
  expect(await rawAnswer(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Slow: `)).toMatch(/^HTTP\/1.1 408|^$/)
  const body = `POST /api/project HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\nCookie: ${impatient.cookie}\r\n\r\n{`
  await rawAnswer(port, body) // resolves when the server closes the connection
})

test('what is wrong is said without a word of the data, and nothing is kept by a browser', async () => {
  writeFileSync(join(studio.folder, 'broken.parquet'), 'Ada Lovelace,1815')
  const { status, text, headers } = await studio.ask('/api/describe', { file: 'broken.parquet' })
  expect(status).toBe(422)
  expect(text).not.toContain('Lovelace')
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect((await studio.ask('/api/describe', [])).status).toBe(422)
  expect((await studio.send('/api/describe', { headers: { cookie: studio.cookie }, body: '{' })).status).toBe(422)
})

test('the page may load nothing from elsewhere, and each answer has a nonce of its own', async () => {
  const answers = await Promise.all([1, 2].map(() => studio.send('/', { method: 'GET' })))
  const [first, second] = answers.map(({ headers }) => String(headers['content-security-policy']))
  expect(first).toContain("default-src 'none'")
  expect(first).toContain("script-src 'self' 'wasm-unsafe-eval'")
  expect(first).not.toMatch(/unsafe-inline|https?:|\*/)
  expect(first).not.toBe(second)
  expect(answers[0].text).toContain(/nonce-([\w-]+)/.exec(first)?.[1] ?? 'none')
})

test('a release that links out of the folder is not listed or read', async () => {
  mkdirSync(join(secret, 'release'))
  symlinkSync(join(secret, 'release'), join(studio.folder, 'away'))
  expect((await studio.ask('/api/releases/read', { path: 'away' })).status).toBe(422)
})

test('a spec cannot reach out of the folder, and a run cannot write out of it', async () => {
  const spec = (file: string): string => `tacet: 1\nsource: { file: ${file} }\naudit: { rows: [sex], columns: [age] }\n`
  writeFileSync(join(studio.folder, 'out.yaml'), spec('../secret.csv'))
  writeFileSync(join(studio.folder, 'linked.yaml'), spec('link/secret.csv'))
  writeFileSync(join(studio.folder, 'in.yaml'), spec('people.csv'))
  for (const path of ['out.yaml', 'linked.yaml'])
    expect((await studio.ask('/api/runs/offered', { path })).status).toBe(422)
  expect((await studio.ask('/api/runs/offered', { path: 'in.yaml' })).status).toBe(200)
  for (const out of ['../x', '/tmp/x', 'a/b', '.', '..', 'x.partial', 'link', ''])
    expect(
      (await studio.ask('/api/runs/start', { capability: 'audit', spec: 'in.yaml', out, rehearse: false })).status,
      out,
    ).toBe(422)
  const beside = { capability: 'audit', spec: 'out.yaml', out: 'x', rehearse: false }
  expect((await studio.ask('/api/runs/start', beside)).status).toBe(422)
})

function rawAnswer(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (piece) => {
      answer += piece
    })
    socket.on('error', () => resolve(answer))
    socket.on('close', () => resolve(answer))
  })
}

test('an address that says nothing, and a piece of a file that was never begun, are mistakes of who asks', async () => {
  expect((await studio.send('/%', { method: 'GET', headers: { cookie: studio.cookie } })).status).toBe(400)
  const piece = { id: 'abcdefgh', name: 'late.csv', total: 100, at: 50, bytes: 'YQ==' }
  const { status, text } = await studio.ask('/api/upload', piece)
  expect([status, text]).toEqual([422, expect.stringMatching(/A piece of the file is missing/)])
})

test('wrong secrets wait in line, longer with each; the right one does not', async () => {
  const session = newSession()
  const begun = performance.now()
  const wrong = Promise.all(['a', 'b', 'c'].map((secret) => session.exchange(secret)))
  expect(await session.exchange(session.token)).toBeDefined()
  expect(await wrong).toEqual([undefined, undefined, undefined])
  expect(performance.now() - begun).toBeGreaterThan(100 + 200 + 400 - 20)
})

test('assets are sent compressed to whom takes them', async () => {
  const plain = await studio.send('/words.js', { method: 'GET' })
  expect(plain.text).toBe(SCRIPT)
  const small = await studio.send('/words.js', { method: 'GET', headers: { 'accept-encoding': 'br' } })
  expect(small.headers['content-encoding']).toBe('br')
  expect(small.text.length).toBeLessThan(plain.text.length / 2)
})
