/** The classic linear programs of Netlib: read, solved to an exactly feasible point, and proved to be optimal. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { brokenBy, OPTIMAL_WITHIN, readMps, solveBest, solverModel } from '../src/decisions/index.ts'
import { toNumber } from '../src/exact/index.ts'
import { Solver } from '../src/optimize/index.ts'
import { dataFile, testNeeding } from './support/needs.ts'

/** After the literature; where the file has an objective constant, it is counted. */
const OPTIMA: Readonly<Record<string, number>> = {
  '25fv47': 5501.8458882867,
  adlittle: 225494.9631624,
  afiro: -464.7531428571,
  blend: -30.8121498458,
  brandy: 1518.5098964881,
  capri: 2690.0129137682,
  e226: -11.6389290664,
  etamacro: -755.7152333,
  forplan: -664.218961272,
  israel: -896644.821863,
  lotfi: -25.2647060619,
  pilot4: -2581.1392588839,
  sc105: -52.2020612117,
  sc50a: -64.5750770586,
  sc50b: -70,
  scfxm1: 18416.7590283489,
  share2b: -415.7322407414,
  vtpbase: 129831.4624614,
}

testNeeding('data', 'every Netlib program has an exact solution that is proved to be optimal', async () => {
  const folder = dataFile('netlib')
  const solver = new Solver()
  const files = readdirSync(folder).filter((name) => name.endsWith('.mps'))
  expect(files).toHaveLength(Object.keys(OPTIMA).length)
  for (const file of files) {
    const program = readMps(readFileSync(join(folder, file), 'utf8'))
    const task = { solver, model: solverModel(program), sides: program, digits: { significant: 12 } }
    const end = await solveBest({ ...task, options: {}, anchor: null })
    if (end.status !== 'found') throw new Error(`${file}: ${end.status}`)
    expect(brokenBy(program, program, end.point), file).toEqual([])
    const expected = OPTIMA[file.replace(/\.mps$/, '')]
    expect(Math.abs(toNumber(end.objective) / expected - 1), file).toBeLessThan(1e-9)
    expect(end.gap / Math.max(1, Math.abs(expected)), file).toBeLessThanOrEqual(OPTIMAL_WITHIN)
  }
})
