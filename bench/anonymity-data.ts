/** Adult with ordered codes, and a synthetic census of any size. Set TACET_DATA to the folder of public data. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { AnonymityProblem, QuasiIdentifier } from 'tacet/anonymity'
import { seededEntropy } from 'tacet/noise'

const DATA = process.env.TACET_DATA ?? '../shared/data'

export const FOUR = ['age', 'sex', 'marital_status', 'education_num']
export const EIGHT = [...FOUR, 'hours_per_week', 'race', 'occupation', 'workclass']

const linesOf = (path: string): string[][] => {
  const bytes = readFileSync(resolve(DATA, path))
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split(','))
}

let adult: string[][] | undefined

/** `records` of Adult, evenly spread over the file; categories as codes in alphabetical order, or as sets. */
export function adultProblem(
  records: number,
  names: readonly string[],
  k: number,
  price: 'ordered' | 'ncp' = 'ordered',
): AnonymityProblem {
  adult ??= linesOf('adult/adult.csv.gz')
  const [header, ...all] = adult
  const rows = Array.from({ length: records }, (_, i) => all[Math.floor((i * all.length) / records)])
  const attributes = names.map((name): QuasiIdentifier => {
    const values = rows.map((row) => row[header.indexOf(name)])
    if (values.every((value) => Number.isFinite(Number(value)))) {
      return { kind: 'numeric', name, values: Float64Array.from(values, Number) }
    }
    const labels = [...new Set(values)].sort()
    const places = new Map(labels.map((label, code) => [label, code]))
    return { kind: 'categorical', name, labels, price, codes: Int32Array.from(values, (value) => places.get(value)!) }
  })
  return { records, attributes, k }
}

/** Columns of numbers of a public file, the rows in which none is empty, or the first of them. */
export function numbersProblem(path: string, names: readonly string[], k: number, most = Infinity): AnonymityProblem {
  const [header, ...all] = linesOf(path)
  const places = names.map((name) => header.indexOf(name))
  const rows = all.filter((row) => places.every((place) => row[place] !== '' && Number.isFinite(Number(row[place]))))
  const records = Math.min(most, rows.length)
  const attributes = names.map((name, j): QuasiIdentifier => {
    return { kind: 'numeric', name, values: Float64Array.from(rows.slice(0, records), (row) => Number(row[places[j]])) }
  })
  return { records, attributes, k }
}

/** Eight attributes of a made-up census: age, sex, marital, education, hours, race, occupation, region. */
export function syntheticProblem(records: number, k: number): AnonymityProblem {
  const entropy = seededEntropy('a synthetic census')
  const draw = (n: number): number => entropy.belowSmall(n)
  const columns = Array.from({ length: 8 }, () => new Float64Array(records))
  for (let i = 0; i < records; i++) {
    const age = 16 + Math.floor((draw(75) + draw(75)) / 2)
    const education = Math.min(15, Math.floor((draw(16) + draw(16)) / 2) + (age > 25 ? 2 : 0))
    const marital = age < 22 ? 0 : Math.min(5, Math.floor((draw(6) * draw(7)) / 5) + (age > 65 ? 1 : 0))
    const hours = age > 65 ? draw(30) : draw(4) > 0 ? 40 : draw(99)
    const occupation = Math.floor((education * 120) / 16 + draw(40)) % 120
    const row = [age, draw(2), marital, education, hours, Math.floor((draw(7) * draw(7)) / 7), occupation, draw(50)]
    for (let j = 0; j < 8; j++) columns[j][i] = row[j]
  }
  const attributes = columns.map((values, j): QuasiIdentifier => ({ kind: 'numeric', name: `column ${j}`, values }))
  return { records, attributes, k }
}
