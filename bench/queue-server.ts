/** A PostgreSQL of a benchmark's own, with what it costs. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectPostgres } from 'tacet/cluster'

export interface BenchServer {
  readonly url: string
  /** CPU seconds of the server so far: its processes and those that have ended. */
  seconds(): number
  /** Begins to measure; called again, says what it took. */
  watch(): (what: string, jobs: number) => void
  stop(): Promise<void>
}

/** Undefined where there is no PostgreSQL. */
export async function startServer(): Promise<BenchServer | undefined> {
  const versions = '/usr/lib/postgresql'
  const bin = (existsSync(versions) ? readdirSync(versions) : [])
    .map((version) => join(versions, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
  if (bin === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'tacet-bench-pg-'))
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const user = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : {}
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'tacet', '-A', 'trust'], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const port = await freePort()
  const child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1'], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const url = `postgresql://tacet@127.0.0.1:${port}/postgres`
  await untilItAnswers(url)
  return {
    url,
    seconds: () => serverSeconds(child),
    watch: () => {
      const [begun, cpu, served] = [performance.now(), process.cpuUsage(), serverSeconds(child)]
      return (what, jobs) => {
        const wall = (performance.now() - begun) / 1000
        const { user: own, system } = process.cpuUsage(cpu)
        const line = `  ${what.padEnd(44)} ${wall.toFixed(1).padStart(8)} s (load) ${(jobs / wall).toFixed(0).padStart(7)}/s`
        const server = serverSeconds(child) - served
        console.log(
          `${line}   CPU ms a job: client ${((own + system) / 1000 / jobs).toFixed(2)}, server ${((1000 * server) / jobs).toFixed(2)}`,
        )
      }
    },
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** CPU seconds of the server, of the processes it has now and of those it has waited for. */
function serverSeconds(child: ChildProcess): number {
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(pid) === child.pid || Number(fields[1]) === child.pid) ticks += Number(fields[11]) + Number(fields[12])
      if (Number(pid) === child.pid) ticks += Number(fields[13]) + Number(fields[14])
    } catch {
      // it has ended
    }
  }
  return ticks / 100
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

async function untilItAnswers(url: string): Promise<void> {
  for (;;) {
    const database = await connectPostgres(url, 1)
    const isUp = await database.query('select 1').then(
      () => true,
      () => false,
    )
    await database.close().catch(() => {})
    if (isUp) return
    await new Promise((done) => setTimeout(done, 100))
  }
}
