/**
 * DuckDB, loaded when a database is first opened and not before. It is written in CommonJS, in a hundred files: `require` reads
 * each once, where `import` would also search each for the names that it exports, which doubles the time.
 */
import { createRequire } from 'node:module'

type Api = typeof import('@duckdb/node-api')
export type DuckdbBindings = typeof import('@duckdb/node-bindings')

const require = createRequire(import.meta.url)

export const duckdbApi = (): Api => require('@duckdb/node-api') as Api
export const duckdbBindings = (): DuckdbBindings => require('@duckdb/node-bindings') as DuckdbBindings
