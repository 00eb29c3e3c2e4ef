/** Slurm of a test's own, on loopback: a controller and two nodes that are this machine, in a temporary folder, gone afterwards. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './postgres.ts'

export interface TestSlurm {
  /** For commands of Slurm, and for programs that call them. */
  readonly environment: Readonly<Record<string, string>>
  /** Kills the controller, and starts it again. */
  crashController(): Promise<void>
  /** Kills a node's daemon, and starts it again. */
  crashNode(index: number): Promise<void>
  stop(): void
}

const NODES = ['n1', 'n2']

/** The process whose Slurm it is. */
const OWNER = 'owner.pid'
const PREFIX = 'tacet-slurm-'

/** Ends what a test that was cut off left running, with its folder: `munged` detaches itself, so it outlives its test. Gives the folders. */
export function sweepSlurm(inside: string = tmpdir()): readonly string[] {
  const left = readdirSync(inside)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => join(inside, name))
    .filter((folder) => existsSync(join(folder, OWNER)))
    .filter((folder) => !existsSync(`/proc/${readFileSync(join(folder, OWNER), 'utf8')}`))
  for (const folder of left) {
    for (const pid of readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)))
      if (commandOf(pid).some((word) => word.includes(`${folder}/`))) process.kill(Number(pid), 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  return left
}

/** Empty for a process that has ended meanwhile. */
function commandOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

export async function startSlurm(): Promise<TestSlurm> {
  sweepSlurm()
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  writeFileSync(join(folder, OWNER), String(process.pid))
  const conf = join(folder, 'slurm.conf')
  const key = join(folder, 'munge.key')
  for (const name of ['state', 'spool', 'munge']) mkdirSync(join(folder, name), { mode: 0o755 })
  writeFileSync(key, randomBytes(1024), { mode: 0o600 })
  const socket = join(folder, 'munge', 'socket')
  const munge = ['key-file', 'socket', 'pid-file', 'seed-file', 'log-file'].map(
    (name) => `--${name}=${name === 'key-file' ? key : name === 'socket' ? socket : join(folder, 'munge', name)}`,
  )
  execFileSync('munged', ['--force', ...munge])
  writeFileSync(conf, await configuration(folder, socket))
  const environment = { SLURM_CONF: conf }
  const daemon = (name: string, ...args: string[]): ChildProcess =>
    spawn(name, ['-D', '-f', conf, ...args], { stdio: 'ignore', env: { ...process.env, ...environment } })
  let controller = daemon('slurmctld', '-c')
  const nodes = NODES.map((name) => daemon('slurmd', '-N', name))
  await untilIdle(environment)
  return {
    environment,
    crashController: async () => {
      await killed(controller)
      controller = daemon('slurmctld')
    },
    crashNode: async (index) => {
      await killed(nodes[index])
      nodes[index] = daemon('slurmd', '-N', NODES[index])
    },
    stop: () => {
      for (const child of [controller, ...nodes]) child.kill('SIGKILL')
      spawnSync('munged', ['--stop', `--socket=${socket}`, `--pid-file=${join(folder, 'munge', 'pid-file')}`])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await ended
}

async function configuration(folder: string, socket: string): Promise<string> {
  const host = hostname()
  const nodes: string[] = []
  for (const name of NODES)
    nodes.push(`NodeName=${name} NodeHostname=${host} NodeAddr=127.0.0.1 Port=${await freePort()} CPUs=1 State=UNKNOWN`)
  return `ClusterName=tacet
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=${await freePort()}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=${socket}
CryptoType=crypto/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobCompType=jobcomp/none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=1,sched_interval=1,sched_min_interval=100000
ReturnToService=2
SlurmctldTimeout=10
SlurmdTimeout=10
KillWait=2
InactiveLimit=0
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool/%n
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd-%n.pid
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/slurmd-%n.log
${nodes.join('\n')}
PartitionName=all Nodes=${NODES.join()} Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
`
}

async function untilIdle(environment: Readonly<Record<string, string>>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const { stdout = '' } = spawnSync('sinfo', ['--noheader', '--format=%D %t'], {
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    })
    if (/^2 idle/m.test(stdout)) return
    if (attempt > 600) throw new Error(`Slurm did not come up: ${stdout}`)
    await new Promise((done) => setTimeout(done, 200))
  }
}
