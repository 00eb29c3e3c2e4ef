/**
 * Workers by Slurm: one array of jobs per step, at most so many at once, each step after the one before has ended. A task that was
 * killed leaves its chunks undone, and the step after it does what it can (`afterany`: with `afterok` one killed task would stop the
 * tree); when the queue is empty, what is missing is submitted again.
 */
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { badInput } from '../request-error.ts'
import type { SharedWork } from '../run/index.ts'
import type { Launcher } from './directory/directory-sharing.ts'
import { ifThere } from './directory/folder-store.ts'

const run = promisify(execFile)

/** Slurm's MaxArraySize is 1001 unless the site says otherwise. */
const MOST_TASKS = 1000
/** Milliseconds between two looks at the queue. */
const LOOK = 2000
/** Submissions that bring no new chunk before it is given up. */
const MOST_ROUNDS = 5

export interface SlurmOptions {
  readonly folder: string
  /** The program and its first arguments, as the nodes can call it. */
  readonly command: readonly string[]
  /** Tasks of an array that may run at once. */
  readonly limit: number
  /** More arguments for sbatch, such as a partition. */
  readonly more: readonly string[]
}

export function slurmWorkers(options: SlurmOptions): Launcher {
  let jobs: readonly string[] = []
  let looked = Number.NEGATIVE_INFINITY
  let [before, rounds] = [-1, 0]
  return {
    keepGoing: async (work, done) => {
      if (performance.now() - looked < LOOK) return
      if (jobs.length > 0 && (await isQueued(jobs))) {
        looked = performance.now()
        return
      }
      looked = performance.now()
      const whole = done.reduce((sum, count) => sum + count, 0)
      rounds = whole > before ? 0 : rounds + 1
      before = whole
      if (rounds > MOST_ROUNDS)
        throw badInput(
          `Slurm has ended ${MOST_ROUNDS} rounds of jobs without a result. What they said is in ${join(options.folder, 'logs')}.`,
        )
      jobs = await submit(options, work, done)
      await remember(options.folder, jobs)
    },
    close: async () => {
      if (jobs.length > 0) await run('scancel', [...jobs]).catch(() => {})
    },
  }
}

/** Ends the jobs of a run, from any terminal. */
export async function cancelSlurm(folder: string): Promise<void> {
  const known = await readFile(join(folder, JOBS), 'utf8').catch(ifThere)
  if (known !== undefined && known.trim() !== '') await run('scancel', known.trim().split('\n')).catch(() => {})
}

const JOBS = 'slurm-jobs'

async function remember(folder: string, jobs: readonly string[]): Promise<void> {
  await writeFile(join(folder, JOBS), `${jobs.join('\n')}\n`, { mode: 0o600 })
}

/** A controller that does not answer is down for a while: its jobs are still queued. */
async function isQueued(jobs: readonly string[]): Promise<boolean> {
  try {
    const { stdout } = await run('squeue', ['--noheader', '--format=%i', `--jobs=${jobs.join()}`])
    return stdout.trim() !== ''
  } catch (error) {
    return !/Invalid job id/i.test((error as { stderr?: string }).stderr ?? '')
  }
}

async function submit(options: SlurmOptions, work: SharedWork, done: readonly number[]): Promise<readonly string[]> {
  const jobs: string[] = []
  for (const [step, { name, chunks }] of work.steps.entries()) {
    if (done[step] === chunks) continue
    jobs.push(await submitStep(options, work.id, name, Math.min(chunks, MOST_TASKS), jobs.at(-1)))
  }
  return jobs
}

async function submitStep(
  { folder, command, limit, more }: SlurmOptions,
  work: string,
  step: string,
  tasks: number,
  after: string | undefined,
): Promise<string> {
  const logs = resolve(folder, 'logs')
  await mkdir(logs, { recursive: true, mode: 0o700 })
  const worker = [...command, 'worker', '--run', resolve(folder), '--work', work, '--step', step, '--of', String(tasks)]
  const script = resolve(folder, `slurm-${work}-${step}.sh`)
  await writeFile(script, `#!/bin/sh\nexec ${worker.map(quoted).join(' ')} --chunk "$SLURM_ARRAY_TASK_ID"\n`, {
    mode: 0o700,
  })
  const args = [
    '--parsable',
    `--job-name=tacet-${step}`,
    `--array=0-${tasks - 1}%${limit}`,
    `--output=${logs}/${work}-${step}-%a.log`,
    '--open-mode=append',
    '--no-requeue',
    ...(after === undefined ? [] : [`--dependency=afterany:${after}`]),
    ...more,
    script,
  ]
  const { stdout } = await run('sbatch', args).catch((error: NodeJS.ErrnoException & { stderr?: string }) => {
    if (error.code === 'ENOENT')
      throw badInput(
        '`sbatch` is not there: Slurm is needed for this run. Run it where Slurm is installed, or with workers.',
      )
    throw badInput(`Slurm refused the jobs: ${(error.stderr ?? error.message).trim()}`)
  })
  return stdout.trim().split(';')[0]
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
