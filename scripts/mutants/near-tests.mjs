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

/** Tests that need no build. Where long ones are asked for, also those of whole commands that run in the tests' own process. */
function isTest(root, file, long) {
  if (!file.endsWith('.test.ts')) return false
  if (file.startsWith('src/')) return long || !file.endsWith('.long.test.ts')
  return long && file.startsWith('test/') && !readFileSync(join(root, file), 'utf8').includes('support/cli.ts')
}

/** The tests by distance, those of the file's own name first. */
export function testsNear(root, importers, file, { most, long }) {
  const endings = long ? ['.test.ts', '.long.test.ts'] : ['.test.ts']
  const found = endings.map((ending) => file.replace(/\.ts$/, ending)).filter((own) => existsSync(join(root, own)))
  const seen = new Set([file])
  let ring = [file]
  while (ring.length > 0 && found.length < most) {
    const next = []
    for (const importer of ring.flatMap((one) => importers.get(one) ?? [])) {
      if (seen.has(importer)) continue
      seen.add(importer)
      if (isTest(root, importer, long)) found.push(importer)
      next.push(importer)
    }
    ring = next
  }
  return [...new Set(found)].slice(0, most)
}
