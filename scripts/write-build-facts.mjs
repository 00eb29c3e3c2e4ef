/**
 * Writes what a release states of the program that made it: `dist/sbom.json`, the parts of the package, and `dist/build.json`, the
 * commit and the fingerprint of that list. Without times and random numbers, so that the same sources give the same bytes.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const tell = (command, ...args) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

function sbom() {
  const list = JSON.parse(tell('npm', 'sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'))
  const { name, version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  // The WebAssembly of Clarabel is copied out of its package (scripts/copy-solvers.mjs), which is no dependency at run time.
  const vendored = JSON.parse(readFileSync(new URL('../node_modules/cvxjs/package.json', import.meta.url), 'utf8'))
  const { serialNumber: _serial, metadata, components, ...rest } = list
  return {
    ...rest,
    metadata: { component: { ...metadata.component, name, 'bom-ref': `${name}@${version}` } },
    components: [
      ...components,
      {
        type: 'library',
        name: vendored.name,
        version: vendored.version,
        'bom-ref': `${vendored.name}@${vendored.version}`,
      },
    ],
  }
}

function commit() {
  try {
    const changed = tell('git', 'status', '--porcelain').trim() !== ''
    return tell('git', 'rev-parse', 'HEAD').trim() + (changed ? '+changes' : '')
  } catch {
    return null
  }
}

const text = `${JSON.stringify(sbom(), null, 1)}\n`
writeFileSync(new URL('../dist/sbom.json', import.meta.url), text)
const facts = { commit: commit(), sbomSha256: createHash('sha256').update(text).digest('hex') }
writeFileSync(new URL('../dist/build.json', import.meta.url), `${JSON.stringify(facts, null, 1)}\n`)
