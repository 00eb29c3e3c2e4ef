/** Which tests are near a file: those whose imports lead to it, the shortest way first. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

/** @param {string[]} files paths from the root */
export function importersOf(root, files) {
  const importers = new Map(files.map((file) => [file, []]))
  for (const file of files) {
    for (const [, target] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      const path = relative(root, join(root, dirname(file), target))
      if (importers.has(path)) importers.get(path).push(file)
    }
  }
  return importers
}

/** Tests of the unit kind, that need no build and no long time. */
const isTest = (file) => file.startsWith('src/') && file.endsWith('.test.ts') && !file.endsWith('.long.test.ts')

/** The tests by distance, those of the file's own name first. */
export function testsNear(root, importers, file, most) {
  const own = file.replace(/\.ts$/, '.test.ts')
  const found = existsSync(join(root, own)) ? [own] : []
  const seen = new Set([file])
  let ring = [file]
  while (ring.length > 0 && found.length < most) {
    const next = []
    for (const importer of ring.flatMap((one) => importers.get(one) ?? [])) {
      if (seen.has(importer)) continue
      seen.add(importer)
      if (isTest(importer)) found.push(importer)
      next.push(importer)
    }
    ring = next
  }
  return [...new Set(found)].slice(0, most)
}
