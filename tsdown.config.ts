import { defineConfig, type UserConfig } from 'tsdown'

const common: UserConfig = {
  unbundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  inputOptions: { checks: { pluginTimings: false } },
}

export default defineConfig([
  // One output file per source file: a worker or a room is found under dist/ where it stands under src/.
  {
    ...common,
    entry: ['src/**/*.ts', '!src/**/*.test.ts', '!src/**/fixtures/**'],
    outDir: 'dist',
    dts: true,
    deps: { neverBundle: [/^#/] },
  },
  // The benchmarks use the package as anybody would, by its name. They are no part of it.
  { ...common, entry: ['bench/**/*.ts'], outDir: 'build/bench', dts: false, deps: { neverBundle: [/^tacet(\/|$)/] } },
])
