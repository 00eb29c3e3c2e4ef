import { defineConfig, type UserConfig } from 'tsdown'

const common: UserConfig = {
  format: 'esm',
  platform: 'node',
  target: 'node20',
  inputOptions: { checks: { pluginTimings: false } },
}

/** Modules that are asked for by their place in dist/: rooms, the command, its workers and those of jobs, and what tests and scripts call. */
const ENTRIES = [
  'src/index.ts',
  'src/*/index.ts',
  'src/cli/{main,command-worker,command,run-program}.ts',
  'src/cli/commands/worker.ts',
  'src/jobs/*/worker.ts',
  'src/jobs/job-worker.ts',
  'src/run/drawing/measure-worker.ts',
  'src/cluster/{directory/directory-worker,postgres/postgres-worker}.ts',
  'src/spec/spec-schema.ts',
]

export default defineConfig([
  // A few dozen files that these share: as one file per source file, a command took twice as long to load.
  {
    ...common,
    entry: ENTRIES,
    outDir: 'dist',
    dts: true,
    hash: false,
    deps: { neverBundle: [/^#/] },
    // No module does anything by being loaded but the entries.
    treeshake: { moduleSideEffects: false },
    outputOptions: { chunkFileNames: 'parts/[name].mjs' },
  },
  // The benchmarks use the package as anybody would, by its name. They are no part of it.
  {
    ...common,
    unbundle: true,
    entry: ['bench/**/*.ts'],
    outDir: 'build/bench',
    dts: false,
    deps: { neverBundle: [/^tacet(\/|$)/] },
  },
])
