/**
 * Puts beside the build what the packages of the two solvers do not offer in the form that is needed: HiGHS without its import
 * of a Node module, for a browser's bundler; and the WebAssembly of Clarabel, which its package does not export. Each with its licence.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const dist = fileURLToPath(new URL('../dist/', import.meta.url))

const highs = dirname(dirname(require.resolve('highs')))
const forBrowser = join(dist, 'vendor', 'highs')
mkdirSync(forBrowser, { recursive: true })
const source = readFileSync(join(highs, 'build', 'highs.mjs'), 'utf8')
const without = source.replaceAll(/await import\("node:module"\)/g, '{createRequire:()=>()=>({})}')
// Vite would look for the solver's WebAssembly beside this file; whoever bundles says where it is (`locateFile`).
const quiet = without.replace('new URL("highs.wasm"', 'new URL(/* @vite-ignore */"highs.wasm"')
if (quiet === without) throw new Error('highs.mjs no longer names its WebAssembly as it did: look at it again')
if (without === source) throw new Error('highs.mjs no longer imports node:module as it did: look at it again')
writeFileSync(join(forBrowser, 'highs.mjs'), quiet)
cpSync(join(highs, 'LICENSE'), join(forBrowser, 'LICENSE'))

const cvxjs = dirname(dirname(require.resolve('cvxjs')))
const clarabel = join(dist, 'vendor', 'clarabel')
mkdirSync(clarabel, { recursive: true })
cpSync(join(cvxjs, 'wasm', 'pkg', 'nodejs', 'clarabel_wasm.js'), join(clarabel, 'clarabel_wasm.cjs'))
cpSync(join(cvxjs, 'wasm', 'pkg', 'nodejs', 'clarabel_wasm_bg.wasm'), join(clarabel, 'clarabel_wasm_bg.wasm'))
cpSync(join(cvxjs, 'LICENSE'), join(clarabel, 'LICENSE'))
