/**
 * The path of a hospital's visits, from an untidy file to three things that may be published, as docs/hospital.md shows it:
 * one command that looks at the file, and one for each of them. No script, and nothing corrected by hand.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { hospitalFile } from './support/hospital.ts'

const folder = testFolder()
const PATIENTS = 25_000
const page = readFileSync(fileURLToPath(new URL('../docs/hospital.md', import.meta.url)), 'utf8')

/** The commands of the page, in order. */
const commands = [...page.matchAll(/```(?:console|sh)\n([\s\S]*?)```/g)]
  .flatMap(([, text]) => text.split('\n'))
  .map((line) => /^(?:\$ )?tacet (.*?)(?:\s+#.*)?$/.exec(line)?.[1])
  .filter((line) => line !== undefined)

const run = (line: string): ReturnType<typeof tacet> => {
  const made = tacet(line.split(' '), folder)
  expect(made.code, `${line}\n${made.stderr}`).toBe(0)
  return made
}
const linesOf = (path: string): string[] => readFileSync(join(folder, path), 'utf8').trim().split('\n')

beforeAll(() => {
  writeFileSync(join(folder, 'visits.csv'), hospitalFile({ patients: PATIENTS }, 'latin1'))
  writeFileSync(join(folder, 'marked.csv'), hospitalFile({ patients: PATIENTS, mark: true }))
})

test('the page shows what the first command prints', () => {
  const shown = /```console\n\$ tacet (.*)\n([\s\S]*?)```/.exec(page)
  expect(run(shown?.[1] ?? '').stdout.trimEnd()).toBe(shown?.[2].trimEnd())
})

test('each of the three is one command after the first', () => {
  const names = commands.map((line) => line.split(' ')[0])
  expect(names.slice(0, 4)).toEqual(['describe', 'audit', 'anonymize', 'topdown'])
})

test('the file is seen as it is, in windows-1252 or in UTF-8 with a mark', () => {
  const described = run('describe visits.csv --quiet')
  const marked = run('describe marked.csv --quiet')
  expect(described.stdout).toMatch(/read as windows-1252, ; between values, decimal commas, dates as dd\.mm\.yyyy\./)
  expect(marked.stdout).toMatch(/read as utf-8, ;/)
  const table = (text: string): string => text.slice(0, text.indexOf('records'))
  expect(table(described.stdout)).toBe(table(marked.stdout))
  for (const seen of [
    /patient_id +text .* identifier/,
    /admitted +date /,
    /cost +number /,
    /birth_year +whole number /,
  ])
    expect(described.stdout).toMatch(seen)
  for (const seen of ['Taken for missing in birth_year: NULL.', 'One value in sex: F = f; M = m.', 'free text'])
    expect(described.stdout).toContain(seen)
})

test('a table that discloses no small count', () => {
  const made = run(commands[1])
  expect(made.stdout).toMatch(/No count below 5 can be worked out from it/)
  run('verify table')
  const table = linesOf('table/table.csv')
  expect(table[0]).toMatch(/share$/)
  expect(table.length).toBeGreaterThan(4)
})

test('an extract of which every five records are of five people, without ids and notes', () => {
  run(`${commands[2]}`)
  expect(run('verify extract').stdout).toMatch(/left untouched: diagnosis, cost/)
  const [head, ...records] = linesOf('extract/anonymized.csv')
  expect(head).toBe('admitted,ward,sex,birth_year,diagnosis,days,cost')
  expect(records.length).toBe(linesOf('visits.csv').length - 1)
  const all = readFileSync(join(folder, 'extract', 'anonymized.csv'), 'utf8')
  expect(all).not.toMatch(/P00\d|Patient/)
  expect(all).toMatch(/2023-\d\d-\d\d to 2023-\d\d-\d\d/)
  expect(all).toMatch(/Süd/)
})

test('private counts by ward that protect patients, not visits', () => {
  run(commands[3])
  const manifest = JSON.parse(readFileSync(join(folder, 'counts', 'manifest.json'), 'utf8'))
  expect(JSON.stringify(manifest.privacy)).toMatch(/all records with one value of \\"patient_id\\"/)
  expect(manifest.stamp).toBeNull()
  const regions = linesOf('counts/regions.csv').join('\n')
  for (const ward of ['Süd', 'Nord', '(nowhere)']) expect(regions).toContain(ward)
  run('verify counts --ledger tacet-ledger.jsonl')
  expect(readdirSync(folder)).toContain('tacet-ledger.jsonl')
})
