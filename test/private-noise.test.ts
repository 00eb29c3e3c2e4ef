/**
 * The noise of a release that is no simulation: from a key that the operating system gave to this run, and each part of it from
 * a stream of its own. Two runs of one command on the same data must differ.
 */
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Manifest } from '../src/release/index.ts'
import { testFolder } from './support/cli.ts'
import { runFields } from './support/jobs.ts'
import { decisionJob, SCENARIOS, type Scenario } from './support/neighbour-pairs.ts'
import { observe } from './support/observed.ts'
import { drawFrom } from './support/topdown.ts'

const { used } = vi.hoisted(() => ({ used: [] as { key: string; stream: number }[] }))

vi.mock(import('../src/run/noise-source.ts'), async (importOriginal) => {
  const { entropyOf } = await importOriginal()
  return {
    entropyOf: (source, stream = 0) => {
      if (source.kind === 'key') used.push({ key: Buffer.from(source.key).toString('hex'), stream })
      return entropyOf(source, stream)
    },
  }
})

const folder = testFolder()
const fromSystem = new Set<string>()

beforeEach(() => {
  const { crypto } = globalThis
  const real = crypto.getRandomValues.bind(crypto)
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    const filled = real(array)
    if (filled instanceof Uint8Array) fromSystem.add(Buffer.from(filled).toString('hex'))
    return filled
  })
})
afterEach(() => void vi.restoreAllMocks())

/** Twelve private capacities, far above their floor of 0, so that every one shows its own noise. */
const MODEL = `Maximize\n obj: ${Array.from({ length: 12 }, (_, i) => `x${i}`).join(' + ')}\nSubject To\n${Array.from(
  { length: 12 },
  (_, i) => ` cap${i}: x${i} <= 100000\n`,
).join('')}End\n`
const decision: Scenario = {
  name: 'decide, twelve capacities',
  pair: () => [{ 'model.lp': MODEL }, {}],
  run: (home, { out, events }) => runFields('decide', decisionJob(home, '1/10', 'truncated'), { out }, { events }),
}
const CHOSEN = SCENARIOS.filter(({ name }) =>
  /^measure, (pure|zCDP), (add|change)|^topdown, people and units|^groups, (pure, a size|zCDP)/.test(name),
)

/*
 * Two draws of one value are alike with a chance of at most 1/4: the narrowest noise here is Gaussian of variance 2, 0.2. Each command
 * draws 20 values or more, so two honest runs are alike with a chance below 4^-20 < 1e-12; decide draws 12, of chances below 1/40.
 */
test.each([...CHOSEN, decision].map((scenario) => [scenario.name, scenario] as const))(
  '%s: two runs on the same data draw other noise, each from its own key of the operating system',
  async (name, { pair, run }) => {
    const [data] = pair(drawFrom(3))
    const runs = []
    for (const which of ['one', 'two']) {
      used.length = 0
      const { files, outcome } = await observe(join(folder, `${name} ${which}`), data, run)
      expect(Object.keys(files), outcome).toContain('release/manifest.json')
      const { stamp, checks } = JSON.parse(files['release/manifest.json']) as Manifest
      expect(stamp).toBeNull()
      runs.push({ values: JSON.stringify(checks.measurementsSha256), drawn: [...used] })
    }
    const [one, two] = runs
    expect(one.values).not.toBe(two.values)
    for (const { drawn } of runs) {
      expect(drawn.length).toBeGreaterThan(0)
      for (const { key } of drawn) expect(fromSystem).toContain(key)
      expect(new Set(drawn.map(({ key, stream }) => `${key}/${stream}`)).size).toBe(drawn.length)
    }
    const keys = (drawn: typeof used): readonly string[] => [...new Set(drawn.map(({ key }) => key))]
    expect(keys(one.drawn).filter((key) => keys(two.drawn).includes(key))).toEqual([])
  },
)

test('another stream of a key, and another key, give other draws', async () => {
  const { entropyOf } = await vi.importActual<typeof import('../src/run/noise-source.ts')>('../src/run/noise-source.ts')
  const draws = (key: number, stream: number): string => {
    const entropy = entropyOf({ kind: 'key', key: new Uint8Array(32).fill(key) }, stream)
    return Array.from({ length: 20 }, () => entropy.belowSmall(1000)).join()
  }
  expect(draws(1, 0)).toBe(draws(1, 0))
  expect(new Set([draws(1, 0), draws(1, 1), draws(2, 0), draws(2, 1)]).size).toBe(4)
})
