/**
 * From a file that nobody here made for Tacet to a table, an extract and private counts: two commands each, the first of them the same, and no
 * line edited by hand. What names people is in none of them.
 */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { brazil, germany, japan, poland, survey } from './support/office-files.ts'

const all = testFolder()
/** One for each file: a ledger is kept for one. */
let folder = all

interface Case {
  readonly file: string
  readonly bytes: () => Buffer
  /** What each column is taken for. */
  readonly roles: Readonly<Record<string, string>>
  /** Levels of the private counts, as people write them. */
  readonly levels: readonly string[]
  readonly read: object
  /** Nothing that is published looks like this. */
  readonly never: RegExp
}

const CASES: readonly Case[] = [
  {
    file: 'brasil.csv',
    bytes: brazil,
    roles: {
      CPF: 'identifier',
      Data: 'quasi-identifier',
      Município: 'geography',
      Sexo: 'quasi-identifier',
      Raça: 'sensitive',
      Idade: 'quasi-identifier',
      Renda: 'measure',
      Observação: 'free text',
    },
    levels: ['Feminino', 'Parda'],
    read: {
      encoding: 'windows-1252',
      delimiter: ';',
      decimal: ',',
      dates: ['dd/mm/yyyy'],
      missingIn: { Idade: ['999'], Raça: ['NÃO INFORMADO'] },
    },
    never: /\d{3}\.\d{3}\.\d{3}-\d\d|Atendimento/,
  },
  {
    file: 'polska.csv',
    bytes: poland,
    roles: {
      PESEL: 'identifier',
      Województwo: 'geography',
      Płeć: 'quasi-identifier',
      Wykształcenie: 'quasi-identifier',
      Wiek: 'quasi-identifier',
      Dochód: 'measure',
    },
    levels: ['mężczyzna', 'wyższe'],
    read: {
      encoding: 'windows-1250',
      decimal: ',',
      headerLine: 3,
      unitLines: 1,
      totalLines: 2,
      missingIn: { Wykształcenie: ['b/d'] },
    },
    never: /(^|[,"])\d{11}([,"\n]|$)|Razem/m,
  },
  {
    file: 'nihon.csv',
    bytes: japan,
    roles: {
      患者番号: 'identifier',
      都道府県: 'geography',
      性別: 'quasi-identifier',
      職業: 'quasi-identifier',
      年齢: 'quasi-identifier',
    },
    levels: ['女', '自営業'],
    read: { encoding: 'shift_jis', missingIn: { 職業: ['不明'] } },
    never: /P10\d{4}/,
  },
  {
    file: 'deutschland.xlsx',
    bytes: germany,
    roles: {
      Kundennr: 'identifier',
      PLZ: 'geography',
      Geschlecht: 'quasi-identifier',
      Familienstand: 'quasi-identifier',
      Geburtstag: 'quasi-identifier',
      Beitrag: 'measure',
    },
    levels: ['weiblich', 'geschieden'],
    read: {
      sheet: 'Versicherte',
      headerLine: 3,
      unitLines: 1,
      totalLines: 2,
      missingIn: { Familienstand: ['keine Angabe'] },
    },
    never: /K-5\d{4}|Summe/,
  },
  {
    file: 'survey.zsav',
    bytes: survey,
    roles: {
      caseid: 'identifier',
      region: 'geography',
      sex: 'quasi-identifier',
      school: 'quasi-identifier',
      age: 'quasi-identifier',
      factor: 'sampling weight',
    },
    levels: ['female', 'degree'],
    read: { missingIn: { school: ['refused'] } },
    never: /\b1[0-5]\d{3}\b.*\b(male|female)\b/,
  },
]

const done = (args: readonly string[]): void => {
  const { code, stderr } = tacet(args, folder)
  expect(code, `tacet ${args.join(' ')}\n${stderr}`).toBe(0)
}

const textsIn = (name: string): string =>
  readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(csv|html)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')

test.each(CASES)('$file: a table, an extract and private counts', ({ file, bytes, roles, levels, read, never }) => {
  folder = mkdtempSync(join(all, 'case-'))
  writeFileSync(join(folder, file), bytes())
  const [spec, table, extract, counts] = ['yaml', 'table', 'extract', 'counts'].map((ending) => `${file}.${ending}`)
  const described = tacet(['describe', file, '--spec', spec, '--json'], folder)
  expect(described).toMatchObject({ code: 0 })
  const found = JSON.parse(described.stdout) as {
    read: object
    columns: { name: string; looksLike: string }[]
    rows: number
  }
  expect(found.rows).toBe(6_000)
  expect(Object.fromEntries(found.columns.map(({ name, looksLike }) => [name, looksLike]))).toEqual(roles)
  expect(found.read).toMatchObject(read)

  // As it was written, but for the ten seconds that a search takes.
  const quick = `quick-${spec}`
  writeFileSync(join(folder, quick), readFileSync(join(folder, spec), 'utf8').replace(/seconds: 10 .*/, 'steps: 1'))
  done(['audit', spec, '--publish', table])
  done(['anonymize', quick, '--out', extract])
  done(['topdown', spec, '--out', counts])

  for (const name of [table, extract, counts]) {
    done(['verify', name])
    expect(textsIn(name)).not.toMatch(never)
  }
  for (const level of levels) expect(readFileSync(join(folder, counts, 'answers.csv'), 'utf8')).toContain(level)
})
