/** The contract of a capability, for all of them: jobs that survive JSON, typed phases, a free thread, work that stays. */
import { existsSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { beforeAll, expect, test } from 'vitest'
import { ANONYMIZE_WORK } from '../src/jobs/anonymize/work.ts'
import { AUDIT_WORK } from '../src/jobs/audit/work.ts'
import { GROUPS_WORK } from '../src/jobs/groups/work.ts'
import { type CapabilityName, capabilities, checkJob, startPlan, startRun } from '../src/jobs/index.ts'
import { TOPDOWN_WORK } from '../src/jobs/topdown/work.ts'
import { MEASURE_WORK } from '../src/run/drawing/measure-work.ts'
import { type RunEvent, refuseConfidential } from '../src/run/index.ts'
import { testFolder } from './support/cli.ts'
import { jobsIn } from './support/contract-jobs.ts'

const folder = testFolder()
let jobs: Readonly<Record<CapabilityName, object>>
beforeAll(() => {
  jobs = jobsIn(folder)
})

const NAMES = Object.keys(capabilities) as CapabilityName[]

test.each(NAMES)('%s: a job survives being written as JSON and read again', (name) => {
  const job = checkJob(name, jobs[name])
  expect(checkJob(name, JSON.parse(JSON.stringify(job)))).toEqual(job)
})

test.each(NAMES)('%s: a field that is not there is named', (name) => {
  expect(() => checkJob(name, { ...jobs[name], typo: 1 })).toThrow(/typo|job/)
})

/*
 * A pause of the thread that started a job can also come from the machine, so no number of milliseconds is asked for: a job
 * on this thread would hold it for nearly all of its time, and here no pause may last for half of it.
 */
test.each(NAMES)('%s: the thread that starts it stays free', async (name) => {
  const begun = performance.now()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const events: RunEvent[] = []
  const out = `${folder}/started-${name}`
  const release = await startRun(name, checkJob(name, jobs[name]), {
    options: { out, ledgerReason: 'a test' },
    events: (event) => void events.push(event),
  })
  delay.disable()
  expect(release.out).toBe(out)
  expect(existsSync(`${out}/manifest.json`)).toBe(true)
  expect(events.some((event) => event.kind === 'phase')).toBe(true)
  expect(delay.max / 1e6).toBeLessThan((performance.now() - begun) / 2)
  console.log(
    `${name}: event loop delay, largest ${(delay.max / 1e6).toFixed(1)} ms, 99 % ${(delay.percentile(99) / 1e6).toFixed(1)} ms`,
  )
})

test.each(NAMES)('%s: a plan draws nothing, and a stopped one ends', async (name) => {
  expect(await startPlan(name, checkJob(name, jobs[name]))).toBeTypeOf('object')
  const controller = new AbortController()
  controller.abort()
  await expect(startPlan(name, checkJob(name, jobs[name]), { signal: controller.signal })).rejects.toThrow(/stopped/)
})

test('phases of a simulation are inside it, and noise is drawn once outside', async () => {
  const events: RunEvent[] = []
  const out = `${folder}/phases`
  await startRun('topdown', checkJob('topdown', jobs.topdown), {
    options: { out, ledgerReason: 'a test' },
    events: (event) => void events.push(event),
  })
  const phases = events.filter((event) => event.kind === 'phase')
  const measured = phases.filter(({ id }) => id === 'measure')
  expect(measured.filter(({ within }) => within === undefined)).toHaveLength(1)
  expect(measured.some(({ within }) => within?.id === 'simulation' && within.nth === 1 && within.of >= 1)).toBe(true)
  expect(events.filter((event) => event.kind === 'charged')).toHaveLength(1)
})

test('a scheduler that leaves the process refuses confidential work', () => {
  for (const work of [MEASURE_WORK, AUDIT_WORK, ANONYMIZE_WORK])
    expect(() => refuseConfidential(work)).toThrow(/must not leave the process/)
  for (const work of [TOPDOWN_WORK, GROUPS_WORK]) expect(() => refuseConfidential(work)).not.toThrow()
})
