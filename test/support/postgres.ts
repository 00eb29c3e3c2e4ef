/** A PostgreSQL server of a test's own: a new cluster in a temporary folder, on a socket, gone afterwards. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresFolder } from './needs.ts'

export interface TestServer {
  readonly url: string
  /** A folder of the server's user, for what is not in its data. */
  readonly folder: string
  /** Has a role asked for its password, which the server does of nobody else. */
  askPassword(role: string): Promise<void>
  /** Kills the server with all its processes, unless it has ended by itself, and starts it again. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root; there it runs as the user its package makes. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const number = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: number('-u'), gid: number('-g') }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

/** `log`: an empty folder for its write-ahead log, which is then in files of 1 MB. */
export async function startPostgres({ log }: { readonly log?: string } = {}): Promise<TestServer> {
  const bin = postgresFolder()
  if (bin === undefined) throw new Error('there is no PostgreSQL')
  const folder = mkdtempSync(join(tmpdir(), 'tacet-pg-'))
  const user = serverUser()
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  if (log !== undefined && user !== undefined) chownSync(log, user.uid, user.gid)
  const elsewhere = log === undefined ? [] : ['--waldir', log, '--wal-segsize', '1']
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'tacet', '-A', 'trust', '--no-sync', ...elsewhere], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const port = await freePort()
  const start = (): ChildProcess =>
    spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1'], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    })
  let server = start()
  const url = `postgresql://tacet@127.0.0.1:${port}/postgres`
  await untilItAnswers(url)
  return {
    url,
    folder,
    askPassword: async (role) => {
      const file = join(data, 'pg_hba.conf')
      writeFileSync(file, `host all ${role} 127.0.0.1/32 scram-sha-256\n${readFileSync(file, 'utf8')}`)
      const { default: pg } = await import('pg')
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query('select pg_reload_conf()')
      await client.end()
    },
    crash: async () => {
      await ending(server, 'SIGKILL')
      // Until the last of its processes has noticed, a new server finds its memory in use and ends.
      for (let isUp = false; !isUp; ) {
        server = start()
        const gone = new Promise<boolean>((done) => server.once('exit', () => done(false)))
        isUp = await Promise.race([gone, untilItAnswers(url).then(() => true)])
        if (!isUp) await new Promise((done) => setTimeout(done, 200))
      }
    },
    stop: async () => {
      await ending(server, 'SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ending(server: ChildProcess, signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((done) => server.once('exit', done))
  server.kill(signal)
  await ended
}

async function untilItAnswers(url: string): Promise<void> {
  const { default: pg } = await import('pg')
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (attempt > 10_000) throw error
      await new Promise((done) => setTimeout(done, 100))
    }
  }
}
