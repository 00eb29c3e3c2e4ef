/** What `tacet describe --spec` writes is taken by `tacet plan` and by every capability it has a part for, however untidy the file. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'

const folder = testFolder()
let files = 0

type Column = (row: number) => string

const pick =
  (list: readonly string[], seed: number): Column =>
  (row) =>
    list[(row * 7919 + seed * 31 + ((row * row) >> 3)) % list.length]
const two = (number: number): string => String(number).padStart(2, '0')

/** Columns as files have them, by name. */
const COLUMNS: Readonly<Record<string, (seed: number, missing: string) => Column>> = {
  'patient id': (seed) => (row) => `P${1000 + ((row * 13 + seed) % 37)}`,
  day: (seed) => (row) => `${two(1 + ((row + seed) % 28))}.${two(1 + (row % 12))}.20${two(10 + (row % 14))}`,
  slashed: (seed) => (row) => `${two(1 + ((row + seed) % 12))}/${two(1 + (row % 12))}/2020`,
  seen: (seed) => (row) => `2021-${two(1 + (row % 12))}-${two(1 + (seed % 28))} ${two(row % 24)}:30`,
  sum: (seed, missing) => (row) => (row % 9 === seed % 9 ? missing : `${(row * 17 + seed) % 900},${two(row % 100)}`),
  thousands: (seed) => (row) => `${1 + (row % 9)},${100 + ((row * seed) % 900)}`,
  'long number': () => (row) => `12345678901234567${row % 7}`,
  sex: (seed, missing) => pick(['F', 'f', 'M ', 'm', missing], seed),
  district: (seed, missing) => pick(['north', 'South', 'a/b', missing], seed),
  'count*2': (seed) => pick(['1', '2', '30'], seed),
  level: (seed) => pick(['a', 'A', "it's", '"q"', 'c;d'], seed),
  n: (seed) => (row) => String((row + seed) % 4),
  empty: (_, missing) => () => missing,
  diagnosis: (seed) => pick(['J45', 'I10', 'unknown'], seed),
  note: (seed) => (row) => `came in the night number ${row} of ward ${seed}`,
  age: (seed, missing) => (row) => (row % 11 === 3 ? missing : String((row * 31 + seed) % 101)),
  constant: () => () => '1',
}
const NAMES = Object.keys(COLUMNS)

const messyFile = fc.record({
  names: fc.subarray(NAMES, { minLength: 1, maxLength: 7 }),
  rows: fc.integer({ min: 1, max: 90 }),
  seed: fc.nat(1000),
  missing: fc.constantFrom('', 'NULL', 'n/a', 'Unknown', '-', ' '),
  delimiter: fc.constantFrom(';', '\t', '|', ','),
  encoding: fc.constantFrom('utf8' as const, 'latin1' as const, 'utf16le' as const),
  end: fc.constantFrom('\n', '\r\n'),
})

type MessyFile = typeof messyFile extends fc.Arbitrary<infer T> ? T : never

function written({ names, rows, seed, missing, delimiter, encoding, end }: MessyFile): Buffer {
  const quoted = (text: string): string =>
    text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text
  const columns = names.map((name, c) => COLUMNS[name](seed + c, missing))
  const lines = [names, ...Array.from({ length: rows }, (_, row) => columns.map((column) => column(row)))]
  const text = lines.map((line) => line.map(quoted).join(delimiter)).join(end)
  return Buffer.from(`${encoding === 'utf16le' ? '\uFEFF' : ''}${text}${end}`, encoding)
}

/** A refusal that is the product's answer and no fault of the spec. */
const REFUSED = /can be worked out|is not published/

function accepts(args: readonly string[], home: string, file: MessyFile): void {
  const { code, stderr } = tacet(args, home)
  if (code === 2 && args[0] === 'audit' && REFUSED.test(stderr)) return
  const spec = existsSync(join(home, 'plan.yaml')) ? readFileSync(join(home, 'plan.yaml'), 'utf8') : ''
  expect(code, `${args.join(' ')}\n${stderr}\n${JSON.stringify(file)}\n${spec}`).toBe(0)
}

test('a spec for one capability is planned as it is; groups have a largest size that is not that of the data', () => {
  const home = join(folder, 'one capability')
  mkdirSync(home)
  const lines = Array.from({ length: 300 }, (_, i) => `${i >> 5},t${(i >> 5) % 3},${'fm'[i % 2]},${i % 90},k${i % 4}`)
  writeFileSync(join(home, 'people.csv'), `household,town,sex,age,kind\n${lines.join('\n')}\n`)
  for (const capability of ['topdown', 'groups', 'audit', 'anonymize']) {
    const described = tacet(['describe', 'people.csv', '--spec', `${capability}.yaml`, '--for', capability], home)
    expect(described.code, described.stderr).toBe(0)
    const text = readFileSync(join(home, `${capability}.yaml`), 'utf8')
    const parts = ['workload', 'groups', 'audit', 'anonymize'].filter((part) => text.includes(`\n${part}:`))
    expect(parts).toEqual([capability === 'topdown' ? 'workload' : capability])
    const { code, stderr } = tacet(['plan', `${capability}.yaml`, '--quiet'], home)
    if (capability !== 'audit') expect(code, stderr).toBe(0)
  }
  expect(readFileSync(join(home, 'groups.yaml'), 'utf8')).toMatch(/unit: "household"[^\n]*\n {2}largest: 10 /)
  const without = tacet(['describe', 'people.csv', '--for', 'groups'], home)
  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('give --spec PATH too')])
})

test('any file that can be described has a spec that every capability takes', () => {
  fc.assert(
    fc.property(messyFile, (file) => {
      const home = join(folder, `file ${++files}`)
      mkdirSync(home)
      writeFileSync(join(home, 'data.csv'), written(file))
      accepts(['describe', 'data.csv', '--spec', 'plan.yaml', '--quiet'], home, file)
      const spec = readFileSync(join(home, 'plan.yaml'), 'utf8')
      accepts(['plan', 'plan.yaml', '--quiet'], home, file)
      accepts(['measure', 'plan.yaml', '--seed', '1', '--out', 'measured', '--quiet'], home, file)
      if (/^audit:/m.test(spec)) accepts(['audit', 'plan.yaml', '--quiet'], home, file)
      if (!/^anonymize:/m.test(spec)) return
      writeFileSync(join(home, 'plan.yaml'), `${spec}  method: mondrian\n`)
      accepts(['anonymize', 'plan.yaml', '--out', 'coarse', '--quiet'], home, file)
      accepts(['verify', 'coarse', '--quiet'], home, file)
    }),
    { numRuns: 12, endOnFailure: true },
  )
})
