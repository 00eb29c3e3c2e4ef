import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MeasurePlan, planMeasurements } from '../../measure/index.ts'
import { buildHierarchy, type Hierarchy, heldCounts, type PlaceCounts, sparseHistogram } from '../../model/index.ts'
import { confidential } from '../../privacy/index.ts'
import { compileSchema, parseSpec } from '../../spec/index.ts'
import { SILENT } from '../events.ts'
import { RunFolder } from '../run-folder.ts'
import { sameThread } from '../thread-pool.ts'
import { drawMeasurements, measurementsHash, passesOf, piecesOf } from './draw.ts'
import * as worker from './measure-worker.ts'

const folder = mkdtempSync(join(tmpdir(), 'tacet-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const COUNTIES = 7
const LEAVES = COUNTIES * 900
const numbers = (size: number): string => Array.from({ length: size }, (_, i) => `"${i}"`).join(', ')
const SPEC = `tacet: 1
source: { file: people.csv }
geography: { top: land, columns: [county, block] }
attributes: [{ name: sex, levels: [${numbers(2)}] }, { name: age, levels: [${numbers(90)}] }]
privacy: { unit: add-remove-person, person: { atMost: 1 }, epsilon: 2 }
workload: [{ query: total }, { query: sex }, { query: detailed }]
public: [{ name: everybody, query: total, level: land, exactly: data }]
`
const CELLS = 180

let plan: MeasurePlan
let hierarchy: Hierarchy

beforeAll(() => {
  const paths = Array.from({ length: LEAVES }, (_, i) => [`c${Math.floor(i / 900)}`, `b${String(i).padStart(5, '0')}`])
  hierarchy = buildHierarchy(['land', 'county', 'block'], paths)
  const spec = parseSpec(SPEC, 'land.yaml')
  plan = planMeasurements(spec, compileSchema(spec), hierarchy, true)
})

/** Three people in a leaf. */
function people(): PlaceCounts {
  const at = Int32Array.from({ length: 3 * LEAVES }, (_, i) => i)
  const leaf = at.map((i) => Math.floor(i / 3))
  const cell = at.map((i) => (i * 37) % CELLS)
  return heldCounts(sparseHistogram(LEAVES, CELLS, leaf, cell, new Float64Array(at.length).fill(1)))
}

const IDENTITY = { command: 'test', specSha256: 'a', inputs: [], seeded: true }
/** Of the draw below by the code of before counts were read in one pass. */
const DRAWN = '346fbb6c4b85abd6a9d1bf61844ff80c31978b778a7276f816666f4da7cbbe07'

/** The fingerprint of a seeded draw. */
function drawn(name: string, counts: PlaceCounts, signal = new AbortController().signal): Promise<string> {
  return RunFolder.hold(join(folder, name), IDENTITY, async (run) => {
    await run.keep()
    await drawMeasurements({
      plan,
      hierarchy,
      counts: confidential(counts),
      folder: run,
      scheduler: sameThread({ ...worker }),
      source: { kind: 'seed', seed: 'pieces' },
      progress: SILENT,
      signal,
    })
    return measurementsHash(plan, hierarchy, run)
  })
}

/** Counts that are read by parts, and how many leaves were. */
function inParts(whenRead: () => void = () => {}): PlaceCounts & { readonly leavesRead: () => number } {
  const held = people()
  let leaves = 0
  return {
    ...held,
    first: [...Array.from({ length: 9 }, (_, i) => i * 701), LEAVES],
    leavesRead: () => leaves,
    read: async (from, to) => {
      leaves += to - from
      whenRead()
      return held.read(from, to)
    },
  }
}

test('a seed draws the same noise whether counts are held or read by parts, which are read once for all queries', async () => {
  expect(piecesOf(plan, hierarchy).length).toBeGreaterThan(plan.measurements.length)
  expect(await drawn('held', people())).toBe(DRAWN)
  const parts = inParts()
  expect(await drawn('parts', parts)).toBe(DRAWN)
  expect(parts.leavesRead()).toBe(LEAVES)
})

test('a stopped draw resumes with the pieces that are missing, and reads no more than they need', async () => {
  const stop = new AbortController()
  let reads = 0
  const stopped = inParts(() => {
    if (++reads === 6) stop.abort()
  })
  await expect(drawn('stopped', stopped, stop.signal)).rejects.toThrow('abort')
  expect(await drawn('stopped', inParts())).toBe(DRAWN)
  const again = inParts()
  expect(await drawn('stopped', again)).toBe(DRAWN)
  expect(again.leavesRead()).toBe(0)
})

test('answers that are too many to hold at once take several passes', () => {
  const pieces = piecesOf(plan, hierarchy)
  expect(passesOf(pieces, 1 << 28)).toEqual([pieces])
  const passes = passesOf(pieces, 1 << 20)
  expect(passes.length).toBeGreaterThan(1)
  expect(passes.flat()).toEqual(pieces)
  for (const pass of passes) {
    const asked = [...new Set(pass.map(({ measurement }) => measurement))]
    const held = asked.map((m) => pass.find(({ measurement }) => measurement === m)!)
    const bytes = held.reduce((sum, { from, to, measurement }) => sum + 8 * (to - from) * measurement.query.answers, 0)
    expect(asked.length === 1 || bytes <= 1 << 20).toBe(true)
  }
})
