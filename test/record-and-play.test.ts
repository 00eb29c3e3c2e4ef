/**
 * Record and play (arXiv:2602.17454): a releasing command runs on some data with everything recorded that the primitives of
 * `privacy/` are given and give; then on a neighbour, with what they gave before played back. Then nothing that differs between
 * the two may be seen: what a run shows besides its measurements follows from them alone, and what is measured moves by no more
 * than the declared sensitivity. What `options.warn` is told may depend on the data, is written nowhere, and is not compared.
 */
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type { CountArray } from '../src/noise/add-noise.ts'
import type { measure } from '../src/privacy/mechanism.ts'
import type { measureFromBelow } from '../src/privacy/one-sided.ts'
import { testFolder } from './support/cli.ts'
import { SCENARIOS, type Scenario } from './support/neighbour-pairs.ts'
import { observe, toldApart } from './support/observed.ts'
import { compareCalls, tape } from './support/tape.ts'
import { drawFrom } from './support/topdown.ts'

vi.mock(import('../src/privacy/mechanism.ts'), async (importOriginal) => {
  const original = await importOriginal()
  const { tape: onto } = await import('./support/tape.ts')
  const taped = <A extends CountArray>(...asked: Parameters<typeof measure<A>>) => {
    const [answers, sensitivity, budget, entropy] = asked
    const draw = () => original.measure<A>(...asked)
    return onto.call<A>({ primitive: 'measure', answers, sensitivity, parameters: budget, entropy, draw })
  }
  return { ...original, measure: taped }
})

vi.mock(import('../src/privacy/one-sided.ts'), async (importOriginal) => {
  const original = await importOriginal()
  const { tape: onto } = await import('./support/tape.ts')
  const { multiply } = await import('../src/exact/rational.ts')
  const taped = <A extends CountArray>(...asked: Parameters<typeof measureFromBelow<A>>) => {
    const [answers, noise, entropy] = asked
    const l1 = multiply(noise.law.scale, noise.epsilon) // the scale is the declared distance over epsilon
    const sensitivity = { l1, l2Squared: multiply(l1, l1), lInfinity: l1 }
    const draw = () => original.measureFromBelow<A>(...asked)
    return onto.call<A>({ primitive: 'measureFromBelow', answers, sensitivity, parameters: noise, entropy, draw })
  }
  return { ...original, measureFromBelow: taped }
})

vi.mock(import('../src/run/noise-source.ts'), async (importOriginal) => {
  const { entropyOf } = await importOriginal()
  const { tape: onto } = await import('./support/tape.ts')
  return { entropyOf: (source, stream = 0) => onto.note(entropyOf(source, stream), stream) }
})

/** Other noise in every run, and the same in every run of this test. */
vi.mock(import('../src/noise/noise-key.ts'), async (importOriginal) => {
  let keys = 0
  return { ...(await importOriginal()), newNoiseKey: () => new Uint8Array(32).fill(++keys % 251) }
})

/** Neighbours of each scenario; `TACET_PAIRS=20 npx vitest run test/record-and-play.test.ts` tries more. */
const PAIRS = Number(process.env.TACET_PAIRS ?? 3)
/** More are tried until one of them moves a measurement. */
const MOST_PAIRS = 10
const folder = testFolder()
const compared = { pairs: 0, calls: 0, moved: 0, simulated: 0 }

async function runPair({ pair, run }: Scenario, home: string, seed: number) {
  const [data, neighbour] = pair(drawFrom(seed))
  expect(neighbour).not.toEqual(data)
  tape.record()
  const before = await observe(`${home}-a`, data, run)
  const recorded = tape.calls
  tape.play()
  const after = await observe(`${home}-b`, neighbour, run)
  return { before, after, recorded, played: tape.calls }
}

for (const [s, scenario] of SCENARIOS.entries()) {
  test(`${scenario.name}: a neighbour shows nothing but what the noise covers`, async () => {
    const canMove = !scenario.name.startsWith('decide, pure') // without noise nothing is measured
    let movedHere = 0
    for (let p = 0; p < PAIRS || (canMove && movedHere === 0 && p < MOST_PAIRS); p++) {
      const home = join(folder, `${s}-${p}`)
      const { before, after, recorded, played } = await runPair(scenario, home, 1000 * s + 37 * p + 1)
      const { faults, moved } = compareCalls(recorded, played)
      expect(faults).toEqual([])
      expect(toldApart(before, after)).toEqual([])
      expect(Object.keys(before.files), before.outcome).toContain('release/manifest.json')
      compared.pairs++
      const simulated = played.filter((call) => call.simulated).length
      compared.calls += played.length - simulated
      compared.simulated += simulated
      movedHere += moved
    }
    compared.moved += movedHere
    // Where no neighbour moved a measurement the test could not fail.
    if (canMove) expect(movedHere).toBeGreaterThan(0)
  })
}

afterAll(() => {
  const { pairs, calls, moved, simulated } = compared
  console.info(
    `record and play: ${pairs} pairs, ${calls} calls of a primitive compared (${moved} with another input), ${simulated} on public values`,
  )
})
