/** What a program that is written in TypeScript gets: typed jobs, typed figures, a manifest where a folder was named. `tsc` checks the types. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, expectTypeOf, test } from 'vitest'
import { localContext, planJob, RequestError, runJob, specJob, startRun } from '../src/index.ts'
import { type Manifest, readManifest } from '../src/release/index.ts'
import { testFolder } from './support/cli.ts'

const folder = testFolder()
writeFileSync(
  join(folder, 'people.csv'),
  `education,marital,n\n${['a,x,30', 'a,y,41', 'b,x,25', 'b,y,37'].join('\n')}\n`,
)
const asked = { source: { file: 'people.csv', count: 'n' }, audit: { rows: ['education'], columns: ['marital'] } }

test('the lines of the tutorial for developers compile, and run', async () => {
  const job = specJob(asked, folder)
  const { figures } = await runJob('audit', job, localContext())
  if (figures.kind === 'table') expect(figures.found.cells.smallDisclosed).toBe(0)
  expect(figures.kind).toBe('table')
  const page = readFileSync(new URL('../docs/tutorials/developer.md', import.meta.url), 'utf8')
  for (const line of [
    "const { figures } = await runJob('audit', job, localContext())",
    "if (figures.kind === 'table') console.log(figures.found.cells)",
  ])
    expect(page).toContain(line)
})

test('a release into a folder has a manifest; one without may have none', async () => {
  const job = specJob(asked, folder)
  const into = await runJob('audit', job, localContext({ out: join(folder, 'bounds') }))
  expectTypeOf(into.manifest).toEqualTypeOf<Manifest>()
  expectTypeOf(into.out).toEqualTypeOf<string>()
  expect((await readManifest(into.out)).runId).toBe(into.manifest.runId)
  const printed = await runJob('audit', job, localContext())
  expectTypeOf(printed.manifest).toEqualTypeOf<Manifest | null>()
  expect(printed.manifest).toBeNull()
  expectTypeOf(startRun<'groups', { options: { out: string } }>)
    .returns.resolves.toHaveProperty('manifest')
    .toEqualTypeOf<Manifest>()
  const plan = await planJob('audit', job, localContext())
  expectTypeOf(plan.variables).toEqualTypeOf<readonly { readonly name: string; readonly levels: number }[]>()
  expect(plan.variables).toHaveLength(2)
})

/** What a job is refused with. */
const complaint = async (work: () => unknown): Promise<RequestError> => {
  try {
    await work()
  } catch (error) {
    if (error instanceof RequestError) return error
  }
  throw new Error('it was taken')
}

test('a mistake does not compile, and where it is not compiled the error names the field', async () => {
  const audit = { rows: 5, columns: ['marital'] }
  // @ts-expect-error rows are names of columns
  const rows = () => runJob('audit', specJob({ ...asked, audit }, folder), localContext())
  expect(await complaint(rows)).toMatchObject({
    facts: { field: 'audit.rows' },
    message: expect.stringMatching(/audit\.rows: must be a list/),
  })
  // @ts-expect-error a field of the spec stands in the spec
  const beside = () => runJob('audit', { ...specJob(asked, folder), rows: ['education'] }, localContext())
  const found = await complaint(beside)
  expect(found.facts.field).toBe('rows')
  expect(found.message).toMatch(
    /no such field in a job of audit, which has: spec, strict\. It belongs into the spec, as `audit\.rows`\./,
  )
  // @ts-expect-error a job has a spec
  expect((await complaint(() => runJob('groups', {}, localContext()))).facts.field).toBe('spec')
  // @ts-expect-error there is no such capability
  const nothing = () => runJob('audits', specJob(asked, folder), localContext())
  await expect(nothing()).rejects.toThrow()
  const groups = { levels: ['a'], size: 'n', mechanism: 'none' } as const
  // @ts-expect-error a mechanism that is none
  specJob({ source: { file: 'a.csv' }, groups, privacy: { epsilon: 1 } })
})
