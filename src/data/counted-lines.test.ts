import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { describeFile } from './describe.ts'
import { withDatabase } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'tacet-counted-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function countIn(header: string, lines: readonly (readonly (string | number)[])[]): Promise<string | undefined> {
  const path = join(folder, 'table.csv')
  writeFileSync(path, `${header}\n${lines.map((line) => line.join(';')).join('\n')}\n`)
  const { columns } = await withDatabase({}, (db) => describeFile(db, path))
  const counts = columns.filter(({ looksLike }) => looksLike === 'count')
  expect(counts.every(({ role }) => role === 'plain')).toBe(true)
  return counts.map(({ name }) => name).join() || undefined
}

const KREISE = ['Ahrweiler', 'Bernkastel', 'Cochem', 'Daun', 'Eifel']
const DISEASES = ['Masern', 'Mumps', 'Pocken', 'Röteln', 'Tollwut']
/** 25 different numbers, as of cases. */
const cross = KREISE.flatMap((kreis, i) =>
  DISEASES.map((disease, j) => [kreis, disease, 3 + 37 * i + 11 * j * j] as const),
)

test('a table of counts is told by its lines and the name of a column, wherever it stands', async () => {
  expect(await countIn('Kreis;Krankheit;Fälle', cross)).toBe('Fälle')
  expect(await countIn('Kreis;Krankheit;F\u0061\u0308lle'.normalize('NFD'), cross)).toBe('Fälle'.normalize('NFD'))
  expect(
    await countIn(
      'Anzahl Personen;Kreis;Krankheit',
      cross.map(([a, b, n]) => [n, a, b]),
    ),
  ).toBe('Anzahl Personen')
  expect(await countIn('Kreis;Krankheit;total', cross)).toBe('total')
  const coded = cross.map(([kreis, b, n]) => [`0${1 + KREISE.indexOf(kreis)}`, b, n])
  expect(await countIn('Kreis;Krankheit;Fälle', coded)).toBe('Fälle')
})

test('a last column without a telling name counts where most combinations have a line', async () => {
  expect(await countIn('Kreis;Krankheit;x', cross)).toBe('x')
  expect(
    await countIn(
      'Kreis;Krankheit;x',
      cross.filter((_, i) => i % 6 === 0 || i % 7 === 0),
    ),
  ).toBeUndefined()
})

test('ages, years, codes and lines that come twice are no counts', async () => {
  expect(await countIn('Kreis;Krankheit;age', cross)).toBeUndefined()
  expect(
    await countIn(
      'Kreis;Krankheit;Jahr',
      cross.map(([a, b], i) => [a, b, 1990 + i]),
    ),
  ).toBeUndefined()
  expect(
    await countIn(
      'Kreis;Krankheit;zip',
      cross.map(([a, b], i) => [a, b, 50_000 + i]),
    ),
  ).toBeUndefined()
  expect(await countIn('Kreis;Krankheit;income', cross)).toBeUndefined()
  expect(await countIn('Kreis;Krankheit;Fälle', [...cross, [KREISE[0], DISEASES[0], 9]])).toBeUndefined()
  expect(
    await countIn(
      'Kreis;Krankheit;Fälle',
      cross.map(([a, b, n]) => [a, b, -n]),
    ),
  ).toBeUndefined()
  expect(
    await countIn(
      'name;sex;cases',
      cross.map(([, b, n], i) => [`p${i}`, b, n]),
    ),
  ).toBeUndefined()
})

test('of records with an age, of which many agree in everything else, none is a count', async () => {
  const records = Array.from({ length: 200 }, (_, i) => [KREISE[i % 5], ['f', 'm'][i % 2], (i * 37) % 90])
  expect(await countIn('Kreis;sex;x', records)).toBeUndefined()
})
