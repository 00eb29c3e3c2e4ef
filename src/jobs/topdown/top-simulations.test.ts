/** The top of a release simulated alone: where nothing binds its errors are those of least squares over the whole tree. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runSpec } from '../../../test/support/jobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'tacet-top-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SPEC = `tacet: 1
source: { file: people.csv, count: n }
geography: { top: all, columns: [town, ward] }
attributes: [{ name: sex, levels: [f, m] }, { name: age, levels: [young, old] }]
privacy: { unit: change-person, rho: 1, delta: 1e-9 }
workload: [{ query: sex }, { query: age }, { query: sex * age }]
`

interface Calibration {
  readonly simulations: number
  readonly top: { readonly levels: readonly string[]; readonly times: number } | null
  readonly lines: readonly { level: string; query: string; answers: number; simulated: number; propagated: number }[]
}

async function calibration(name: string, topdown: string, seed: string): Promise<Calibration> {
  const path = join(folder, `${name}.yaml`)
  writeFileSync(path, `${SPEC}${topdown}`)
  await runSpec('topdown', path, { out: join(folder, name), seed })
  return JSON.parse(readFileSync(join(folder, name, 'manifest.json'), 'utf8')).result.calibration
}

function writePeople(): void {
  const lines = ['town,ward,sex,age,n']
  for (let ward = 0; ward < 300; ward++) {
    for (const sex of ['f', 'm'])
      for (const age of ['young', 'old']) lines.push(`t${ward % 3},w${ward},${sex},${age},${100 + ((7 * ward) % 90)}`)
  }
  writeFileSync(join(folder, 'people.csv'), `${lines.join('\n')}\n`)
}

test('many draws of the upper levels agree with the closed form where nothing binds', async () => {
  writePeople()
  const { simulations, top, lines } = await calibration('tree', '', '1')
  expect(simulations).toBeLessThan(30)
  expect(top).toEqual({ levels: ['all', 'town'], times: 200 })
  const upper = lines.filter(({ level, query }) => level !== 'ward' && query !== 'total')
  expect(upper.length).toBe(8)
  for (const { level, query, answers, simulated, propagated } of upper) {
    expect(answers, `${level} ${query}`).toBeGreaterThan(400)
    expect(simulated / propagated, `${level} ${query}`).toBeGreaterThan(0.85)
    expect(simulated / propagated, `${level} ${query}`).toBeLessThan(1.2)
  }
  const level = await calibration('level', 'topdown: { estimate: level }\n', '1')
  expect(level.top?.times, 'each level from its own measurements').toBe(200)
})

test('what the whole tree knows of public zeros has no sums of a known noise: the whole is simulated only', async () => {
  writePeople()
  const { top } = await calibration('zeros', 'impossible: [{ sex: [f], age: [young] }]\n', '2')
  expect(top).toBeNull()
})
