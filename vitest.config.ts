import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const MEMORY = '/dev/shm'
const ROOM = 4 * 2 ** 30

/** Tests write and remove thousands of small files, each flushed: in memory, where the machine has a place and room for it. */
function writeInMemory(): void {
  if (process.env.TMPDIR !== undefined) return
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize > ROOM) process.env.TMPDIR = MEMORY
  } catch {
    // No such place: the usual one.
  }
}
writeInMemory()

/** What a run remembers of its user is not the tester's. */
process.env.XDG_STATE_HOME ??= mkdtempSync(join(tmpdir(), 'tacet-state-'))

/** Files that put another module in the place of one: each is loaded by itself. */
const MOCKS = ['src/ledger/ledger-sync.test.ts', 'test/private-noise.test.ts', 'test/record-and-play.test.ts']

const common = {
  setupFiles: [here('./test/support/properties.ts')],
  // No test fails because a machine is slow: the limit is for a test that hangs.
  testTimeout: 1_800_000,
  hookTimeout: 1_800_000,
  expect: { poll: { timeout: 300_000 } },
}

/** Rooms without files, processes or databases: their tests need no build. */
const PURE =
  'exact,noise,privacy,model,optimize,topdown,groups,bounds,anonymity,decisions,protection,spec,measure,release'.split(
    ',',
  )

const pureTests = (ending: string): string[] => PURE.map((room) => `src/${room}/**/*${ending}`)

/** What takes seconds by its nature: statistics of many draws, comparisons with brute force, long solves. */
const LONG = '.long.test.ts'

export default defineConfig({
  resolve: {
    alias: [
      { find: /^tacet$/, replacement: here('./src/index.ts') },
      { find: /^tacet\/(\w+)$/, replacement: `${here('./src/')}$1/index.ts` },
    ],
  },
  test: {
    // Modules are loaded once for all files: with a new set of them for each file, half of the time went into loading.
    isolate: false,
    // Tests start processes and databases of their own and wait for them: three files at a time keep two cores busy.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          ...common,
          name: 'unit',
          pool: 'threads',
          include: [...pureTests('.test.ts'), 'test/rooms.test.ts'],
          exclude: pureTests(LONG),
        },
      },
      { extends: true, test: { ...common, name: 'long', pool: 'threads', include: pureTests(LONG) } },
      {
        extends: true,
        test: {
          ...common,
          name: 'cli',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts', 'web/**/*.test.ts'],
          exclude: [...PURE.map((room) => `src/${room}/**`), 'test/rooms.test.ts', ...MOCKS],
        },
      },
      { extends: true, test: { ...common, name: 'cli-mocks', isolate: true, include: MOCKS } },
    ],
  },
})
