import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  heldCounts,
  type PlaceCounts,
  type SparseHistogram,
  sliceHistogram,
  sparseHistogram,
} from '../../model/index.ts'
import { RunFolder } from '../../run/run-folder.ts'
import { KeptCounts, openCounts } from './kept-counts.ts'

const PLACES = 40
const CELLS = 5

function histogram(): SparseHistogram {
  const at = Int32Array.from({ length: PLACES * CELLS }, (_, i) => i)
  const places = at.map((i) => Math.floor(i / CELLS))
  return sparseHistogram(
    PLACES,
    CELLS,
    places,
    at.map((i) => i % CELLS),
    Float64Array.from(at, (i) => (i * 7) % 4),
  )
}

async function inFolder<T>(work: (folder: RunFolder, files: () => Promise<string[]>) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'tacet-kept-'))
  const identity = { command: 'kept', specSha256: '', inputs: [], seeded: true }
  try {
    return await RunFolder.hold(join(home, 'out'), identity, (folder) =>
      work(folder, () => readdir(join(home, 'out.partial', 'state'))),
    )
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function sameRanges(kept: PlaceCounts): Promise<void> {
  const whole = heldCounts(histogram())
  expect(kept.places).toBe(PLACES)
  for (let from = 0; from < PLACES; from += 3)
    for (let to = from + 1; to <= PLACES; to += 4) expect(await kept.read(from, to)).toEqual(await whole.read(from, to))
}

test.each([
  ['in memory', 1e6, 0],
  ['in the folder', 10, 4],
])('parts that come in any order are read by ranges, %s', (_, held, files) =>
  inFolder(async (folder, stored) => {
    const kept = new KeptCounts({ folder, held }, 'level-2', CELLS)
    for (const [from, to] of [
      [30, 40],
      [0, 7],
      [20, 30],
      [7, 20],
    ])
      await kept.write({ from, histogram: sliceHistogram(histogram(), from, to) })
    await sameRanges(openCounts(folder, kept.finish()))
    expect((await stored()).filter((name) => name.startsWith('level-2-'))).toHaveLength(files)
  }),
)

test('a part that is missing is found when the level should be whole', () =>
  inFolder(async (folder) => {
    const kept = new KeptCounts({ folder, held: 10 }, 'level-2', CELLS)
    await kept.write({ from: 0, histogram: sliceHistogram(histogram(), 0, 7) })
    await kept.write({ from: 20, histogram: sliceHistogram(histogram(), 20, 40) })
    expect(() => kept.finish()).toThrow(/gap/)
  }))
