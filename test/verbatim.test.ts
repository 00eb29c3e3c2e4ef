/** Values that name people stay out of sets: a column of identity numbers that is blank in many lines, sentences, full dates. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'

const folder = testFolder()
const PEOPLE = 400

/** A Brazilian number with both check digits. */
function cpf(seed: number): string {
  const digits = [...String(100_000_000 + seed * 1_234_577).slice(-9)].map(Number)
  for (const n of [9, 10]) {
    const sum = digits.slice(0, n).reduce((total, digit, i) => total + digit * (n + 1 - i), 0)
    digits.push(((10 * sum) % 11) % 10)
  }
  const text = digits.join('')
  return `${text.slice(0, 3)}.${text.slice(3, 6)}.${text.slice(6, 9)}-${text.slice(9)}`
}

writeFileSync(
  join(folder, 'pacientes.csv'),
  [
    'documento,nascido,idade,sexo,queixa',
    ...Array.from({ length: PEOPLE }, (_, i) => {
      const born = `${1 + (i % 28)}.${1 + (i % 12)}.${1940 + (i % 70)}/${i}`
      const words = i % 2 === 0 ? `dor no lado esquerdo desde o dia ${i}` : ''
      return `${i % 5 < 2 ? '' : cpf(i)},${born},${20 + (i % 50)},${i % 2 ? 'F' : 'M'},${words}`
    }),
    '',
  ].join('\n'),
)

const anonymize = (...args: readonly string[]) =>
  tacet(
    ['anonymize', 'pacientes.csv', '--k', '5', '--missing', 'level', '--steps', '200', '--others', 'drop', ...args],
    folder,
  )

test('describe sees what the numbers are, though they are blank in two lines of five', () => {
  const seen = JSON.parse(tacet(['describe', 'pacientes.csv', '--json'], folder).stdout)
  const of = (name: string) => seen.columns.find((column: { name: string }) => column.name === name)
  expect(of('documento')).toMatchObject({ role: 'identifier', pattern: 'CPF (Brazil)' })
  expect(tacet(['describe', 'pacientes.csv'], folder).stdout).toContain(
    'documento holds numbers of people: CPF (Brazil)',
  )
})

test.each([
  ['documento', 'seems to name people'],
  ['queixa', 'seems to hold sentences'],
  ['nascido', 'seems to name people'],
])('%s is not published in sets unless it is named', (column, why) => {
  const refused = anonymize('--qi', `${column},idade`, '--categorical', column, '--out', `no-${column}`)
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain(`"${column}" ${why}`)
  expect(refused.stderr).toContain('--verbatim')
})

test('named, it is published, and statement and verify say what the sets show', () => {
  const made = anonymize('--qi', 'documento,idade', '--verbatim', 'documento', '--out', 'named')
  expect(made.code, made.stderr).toBe(0)
  const { privacy } = JSON.parse(readFileSync(join(folder, 'named', 'manifest.json'), 'utf8'))
  expect(privacy.statement).toContain('Sets publish the values of these as they are written: documento.')
  const verified = tacet(['verify', 'named'], folder)
  expect(verified.code, verified.stdout).toBe(0)
  expect(verified.stdout).toMatch(/sets: documento shows \d+ different values/)
})

test('a starter spec runs as it is, and a column that is set to identifier is left out of it', () => {
  expect(tacet(['describe', 'pacientes.csv', '--spec', 'start.yaml', '--for', 'anonymize'], folder).code).toBe(0)
  const text = readFileSync(join(folder, 'start.yaml'), 'utf8').replace('seconds: 10', 'steps: 200')
  expect(text).toMatch(/"documento": identifier {4}# CPF \(Brazil\)/)
  writeFileSync(join(folder, 'start.yaml'), text)
  const made = tacet(['anonymize', 'start.yaml', '--out', 'started'], folder)
  expect(made.code, made.stderr).toBe(0)
  // As `CHECK` advises, while `categorical` still names it.
  writeFileSync(join(folder, 'changed.yaml'), text.replace('"sexo": quasi-identifier', '"sexo": identifier'))
  const changed = tacet(['anonymize', 'changed.yaml', '--out', 'changed'], folder)
  expect(changed.code, changed.stderr).toBe(0)
  expect(readFileSync(join(folder, 'changed', 'anonymized.csv'), 'utf8').split('\n')[0]).not.toContain('sexo')
})

test('k = 1 is refused: it would leave every record as it is', () => {
  const refused = tacet(
    ['anonymize', 'pacientes.csv', '--k', '1', '--qi', 'idade', '--others', 'drop', '--out', 'one'],
    folder,
  )
  expect(refused.code).toBe(2)
  expect(refused.stderr).toMatch(/with k = 1 every record stays as it is/)
})

test('a weight that tells records apart is pointed out, in the statement too; so are few whole numbers that may be codes', () => {
  const rows = Array.from({ length: 200 }, (_, i) => `${1 + (i % 5)},${20 + (i % 40)},${(12 + i * 69.017).toFixed(4)}`)
  writeFileSync(join(folder, 'weighted.csv'), `race,age,weight\n${rows.join('\n')}\n`)
  const flags = ['--k', '5', '--qi', 'race,age', '--steps', '100', '--plain', 'weight', '--out', 'weighted']
  const made = tacet(['anonymize', 'weighted.csv', ...flags], folder)
  expect(made.code, made.stderr).toBe(0)
  const words = '"weight" is published as it is, and more than half of its values stand in one record alone'
  expect(made.stderr.replace(/\s+/g, ' ')).toContain(words)
  expect(made.stderr.replace(/\s+/g, ' ')).toContain(
    '"race" has few whole numbers, and is published in ranges such as 3-4',
  )
  const { privacy } = JSON.parse(readFileSync(join(folder, 'weighted', 'manifest.json'), 'utf8'))
  expect(privacy.statement.join(' ')).toContain(words)
})

test('sampling weights are left out unless they are named, and pointed out where they are', () => {
  const weights = Array.from(
    { length: 60 },
    (_, i) => `${20 + (i % 9)},${i % 2 ? 'F' : 'M'},${(12.1433 + 37.7 * (i % 30)).toFixed(4)}`,
  )
  writeFileSync(join(folder, 'survey.csv'), `${['age,sex,fnlwgt', ...weights].join('\n')}\n`)
  const run = (...args: readonly string[]) =>
    tacet(['anonymize', 'survey.csv', '--k', '3', '--qi', 'age,sex', '--steps', '100', ...args], folder)
  const refused = run('--others', 'publish', '--out', 'w1')
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/"fnlwgt" seems to hold sampling weights/)])
  const named = run('--plain', 'fnlwgt', '--out', 'w2')
  expect([named.code, named.stderr]).toEqual([0, expect.stringMatching(/"fnlwgt" looks like sampling weights/)])
  expect(JSON.parse(tacet(['describe', 'survey.csv', '--json'], folder).stdout).columns[2]).toMatchObject({
    looksLike: 'sampling weight',
    role: 'identifier',
  })
})
