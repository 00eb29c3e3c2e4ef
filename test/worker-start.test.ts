/** What a worker process loads: it is started often, so neither the data engine nor the jobs of other capabilities. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const dist = new URL('../dist/', import.meta.url)

/** The built files that are loaded with one, which may import others at run time, and the packages that they import. */
function loaded(first: URL): readonly string[] {
  const found = new Set<string>()
  const waiting = [first]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file.href)) continue
    found.add(file.href)
    const text = readFileSync(fileURLToPath(file), 'utf8')
    const statically = [...text.matchAll(/^(?:import|export)\b[^;'"]*["']([^"']+)["'];/gm)]
    const atRunTime = file === first ? [...text.matchAll(/\bimport\(["']([^"']+)["']\)/g)] : []
    for (const [, to] of [...statically, ...atRunTime]) {
      if (to.startsWith('.')) waiting.push(new URL(to, file))
      else found.add(to)
    }
  }
  return [...found].map((name) => name.replace(dist.href, ''))
}

test.each([
  ['the process', 'cli/commands/worker.mjs', 'cluster/directory/directory-worker.mjs'],
  ['its thread', 'jobs/topdown/worker.mjs', 'optimize/marginal/marginal-qp.mjs'],
])('%s of a worker loads what it needs and no more', (_, file, needed) => {
  const names = loaded(new URL(file, dist))
  expect(names).toContain(needed)
  const needless = /^(@duckdb|zod|yaml)|^(spec|ledger|verify|server)\/|^(data|run|jobs|cluster)\/index\.mjs$/
  expect(names.filter((name) => needless.test(name))).toEqual([])
})
