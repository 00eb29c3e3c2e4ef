/** What a worker process loads: it is started often, so neither the data engine nor the jobs of other capabilities. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const dist = new URL('../dist/', import.meta.url)

/** The modules that are loaded with a built file, which may import others at run time, and the packages that they import. */
function loaded(first: URL): readonly string[] {
  const source = first.href.slice(dist.href.length).replace(/\.mjs$/, '.ts')
  const found = new Set<string>()
  const read = new Set<string>()
  const waiting = [first]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (read.has(file.href)) continue
    read.add(file.href)
    const text = readFileSync(fileURLToPath(file), 'utf8')
    for (const [, name] of text.matchAll(/^\/\/ src\/(\S+)$/gm)) found.add(name)
    const statically = [...text.matchAll(/^(?:import|export)\b[^;'"]*["']([^"']+)["'];/gm)]
    const atRunTime = text.includes(`\n// src/${source}\n`) ? [...text.matchAll(/\bimport\(["']([^"']+)["']\)/g)] : []
    for (const [, to] of [...statically, ...atRunTime]) {
      if (to.startsWith('.')) waiting.push(new URL(to, file))
      else found.add(to)
    }
  }
  return [...found]
}

/** Neither the engine and the books, nor (in a thread, of which there are many) what capabilities say of themselves. */
const NEEDLESS = /^@duckdb|^(ledger|verify|server)\/|^(data|run|jobs|cluster)\/index\.ts$/
const NEEDLESS_IN_A_THREAD = new RegExp(`${NEEDLESS.source}|^(zod|yaml)|^spec\\/`)

test.each([
  ['the process', 'cli/commands/worker.mjs', 'cluster/directory/directory-worker.ts', NEEDLESS],
  ['its thread', 'jobs/topdown/worker.mjs', 'optimize/marginal/marginal-qp.ts', NEEDLESS_IN_A_THREAD],
])('%s of a worker loads what it needs and no more', (_, file, needed, needless) => {
  const names = loaded(new URL(file, dist))
  expect(names).toContain(needed)
  expect(names.filter((name) => needless.test(name))).toEqual([])
})
