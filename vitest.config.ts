import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^tacet$/, replacement: here('./src/index.ts') },
      { find: /^tacet\/(\w+)$/, replacement: `${here('./src/')}$1/index.ts` },
    ],
  },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'],
    setupFiles: ['test/support/properties.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Tests start processes and databases of their own: two files at a time keep a small machine responsive.
    maxWorkers: 2,
  },
})
