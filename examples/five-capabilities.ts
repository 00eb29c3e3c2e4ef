/** All five capabilities through the registry: JSON jobs, their events, and a scheduler of one's own. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localContext, type RunEvent, runJob, type SchedulerFactory, specJob, threads } from 'tacet'

const SPEC = `tacet: 1
source: { file: people.csv }
geography: { top: town, columns: [ward] }
attributes: [{ name: sex, levels: [f, m] }]
privacy: { epsilon: 1, person: { atMost: 1 } }
workload: [{ query: total }, { query: sex }]
`
const MODEL = 'Maximize\n obj: 3 x + 2 y\nSubject To\n beds: x + y <= 40\nEnd\n'

export interface Told {
  readonly capability: string
  readonly phases: readonly string[]
  readonly out: string | null
}

export async function runAll(): Promise<{ readonly told: readonly Told[]; readonly opened: readonly string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'tacet-example-'))
  const at = (name: string): string => join(folder, name)
  const people = Array.from(
    { length: 400 },
    (_, i) => `${'nesw'[i % 4]},${'fm'[i % 2]},${20 + (i % 50)},${1 + (i % 5)}`,
  )
  await writeFile(at('people.csv'), `ward,sex,age,household\n${people.join('\n')}\n`)
  await writeFile(at('model.lp'), MODEL)
  const source = { file: 'people.csv' }
  const jobs = {
    topdown: { spec: { path: at('town.yaml'), text: SPEC } },
    groups: specJob(
      { source, groups: { levels: ['ward'], size: 'household', largest: 6 }, privacy: { epsilon: 1, ledger: 'b' } },
      folder,
    ),
    audit: specJob({ source, audit: { rows: ['ward'], columns: ['sex'] } }, folder),
    anonymize: specJob(
      { source, anonymize: { k: 5, quasiIdentifiers: ['age', 'sex'], others: 'publish', seconds: 1 } },
      folder,
    ),
    decide: specJob(
      {
        decide: { model: 'model.lp', private: ['beds'], sensitivity: 1, floor: { beds: 0 } },
        privacy: { epsilon: 1, delta: '1e-6', ledger: 'c' },
      },
      folder,
    ),
  } as const
  const opened: string[] = []
  const scheduler: SchedulerFactory = {
    open(work, workers) {
      opened.push(`${work.name}: ${work.secrecy}`)
      return threads(1).open(work, workers)
    },
  }
  const told: Told[] = []
  for (const capability of ['topdown', 'groups', 'audit', 'anonymize', 'decide'] as const) {
    const phases: string[] = []
    const events = (event: RunEvent): void => {
      if (event.kind === 'phase' && event.within === undefined) phases.push(event.id)
    }
    const job = JSON.parse(JSON.stringify(jobs[capability]))
    const context = localContext({ out: at(capability), ledgerReason: 'one file, two units' }, { events, scheduler })
    told.push({ capability, phases, out: (await runJob(capability, job, context)).out })
  }
  return { told, opened }
}
