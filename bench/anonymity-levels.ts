/**
 * Full-domain recoding on Adult with the nine trees that ARX comes with (12,960 nodes), beside a plain enumeration of nodes in the order
 * of what they cost by themselves; then the same people many times over, and more columns.
 */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  type AnonymityProblem,
  type CategoricalAttribute,
  LEVEL_COSTS,
  placeLabels,
  solveFullDomain,
  treeFromRows,
} from 'tacet/anonymity'

const DATA = resolve(process.env.TACET_DATA ?? '../shared/data', 'arx_adult')
const NAMES = [
  'sex',
  'age',
  'race',
  'marital-status',
  'education',
  'native-country',
  'workclass',
  'occupation',
  'salary-class',
]

const linesOf = (text: string): string[][] =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(';'))

function cpuSeconds<T>(work: () => T): { readonly result: T; readonly seconds: number } {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { result, seconds: (user + system) / 1e6 }
}

/** `times` copies of everybody, with one value in ten exchanged for another of the column; columns repeat after the ninth. */
function adult(columns: number, times: number, k: number): AnonymityProblem {
  const [header, ...lines] = linesOf(gunzipSync(readFileSync(resolve(DATA, 'adult_arx.csv.gz'))).toString())
  const records = lines.length * times
  let state = 7
  const draw = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) % below
  }
  const attributes = Array.from({ length: columns }, (_, a): CategoricalAttribute => {
    const name = NAMES[a % NAMES.length]
    const values = lines.map((line) => line[header.indexOf(name)])
    const labels = [...new Set(values)]
    const at = new Map(labels.map((value, code) => [value, code]))
    const codes = Int32Array.from({ length: records }, (_, i) =>
      (times > 1 || a >= NAMES.length) && draw(10) === 0
        ? draw(labels.length)
        : (at.get(values[i % lines.length]) as number),
    )
    const rows = linesOf(readFileSync(resolve(DATA, `adult_hierarchy_${name}.csv`), 'utf8'))
    const tree = treeFromRows(rows, name)
    return { kind: 'categorical', name: `${name} ${a}`, codes, labels, hierarchy: placeLabels(tree, labels, name) }
  })
  return { records, k, attributes }
}

export function compareLevels(): void {
  if (!existsSync(DATA)) {
    console.log(`Skipped: ${DATA} is not there. Set TACET_DATA to the folder of public data.`)
    return
  }
  console.log('Full-domain recoding: CPU seconds of the first search of a process and of the next')
  for (const share of [0, 0.04]) {
    for (const cost of LEVEL_COSTS) {
      const problem = adult(9, 1, 5)
      const search = (): ReturnType<typeof solveFullDomain> =>
        solveFullDomain(problem, { mostSuppressed: Math.floor(share * problem.records), cost })
      const first = cpuSeconds(search)
      const second = cpuSeconds(search)
      const { levels, proved } = first.result
      console.log(
        `  Adult, 9 trees, k = 5, ${100 * share} % suppressed, ${cost.padEnd(14)} ${levels.join(' ')}  ${proved ? 'proved' : 'stopped'}  ${first.seconds.toFixed(2)} s, ${second.seconds.toFixed(2)} s`,
      )
    }
  }
  for (const [columns, times] of [
    [9, 34],
    [12, 1],
    [12, 34],
  ]) {
    const problem = adult(columns, times, 5)
    const { result, seconds } = cpuSeconds(() => solveFullDomain(problem))
    console.log(
      `  ${problem.records.toLocaleString('en')} records, ${columns} trees, k = 5, loss: ${result.levels.join(' ')}  ${result.proved ? 'proved' : 'stopped'}  ${seconds.toFixed(1)} s`,
    )
  }
}
