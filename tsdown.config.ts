import { defineConfig, type UserConfig } from 'tsdown'

const common: UserConfig = {
  unbundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  inputOptions: { checks: { pluginTimings: false } },
}

export default defineConfig([
  // One output file a source file: a worker or a room is found under dist/ where it stands under src/.
  { ...common, entry: ['src/**/*.ts', '!src/**/*.test.ts'], outDir: 'dist', dts: true },
  // The benchmarks use the package as anybody would, by its name.
  { ...common, entry: ['bench/**/*.ts'], outDir: 'dist/bench', dts: false, deps: { neverBundle: [/^tacet(\/|$)/] } },
])
