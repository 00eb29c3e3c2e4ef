/** The package as it is installed: packed, unpacked into an empty project, and used by its name alone. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { testFolder } from './support/cli.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const home = testFolder()
const installed = join(home, 'node_modules', 'tacet')
let packed: readonly string[] = []

interface Described {
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
}

const described = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Described

/** What npm would install: the files of the tarball and the dependencies they declare, linked, since a test has no network. */
beforeAll(() => {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', home]
  const [tarball] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' }))
  packed = tarball.files.map((file: { readonly path: string }) => file.path)
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', join(home, tarball.filename), '-C', installed, '--strip-components=1'])
  for (const name of Object.keys(described.dependencies)) {
    mkdirSync(join(home, 'node_modules', name, '..'), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(home, 'node_modules', name))
  }
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }\n')
  const people = Array.from({ length: 60 }, (_, i) => `${'ns'[i % 2]},${1 + (i % 5)}`)
  writeFileSync(join(home, 'people.csv'), `ward,household\n${people.join('\n')}\n`)
})

function node(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: home, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  return stdout
}

/** Runs the first `ts` block of a text: examples have no types of their own, so they are JavaScript too. */
function runExample(text: string, name: string): string {
  const [, code] = text.match(/```ts\n([\s\S]*?)```/) ?? []
  expect(code, `an example in ${name}`).toBeDefined()
  writeFileSync(join(home, `${name}.mjs`), code)
  return node([`${name}.mjs`])
}

test('the tarball holds the product alone', () => {
  const foreign = packed.filter((path) =>
    /\.test\.|(^|\/)(test|tests|fixtures|bench|golden|build|coverage)\//.test(path),
  )
  expect(foreign).toEqual([])
  expect(
    packed.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.mts') && !path.startsWith('examples/')),
  ).toEqual([])
  for (const path of ['dist/cli/main.mjs', 'README.md', 'LICENSE', 'SECURITY.md', 'schema/spec.json'])
    expect(packed).toContain(path)
})

test('no module of it imports a tool of development', () => {
  const tools = packed
    .filter((path) => path.endsWith('.mjs'))
    .filter((path) =>
      /from ["'](vitest|fast-check|tinybench|playwright-core)/.test(readFileSync(join(installed, path), 'utf8')),
    )
  expect(tools).toEqual([])
})

test('every entry point of it is there, with its types', () => {
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    exports: Record<string, string | Record<string, string>>
  }
  const files = Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)))
  expect(files.length).toBeGreaterThan(30)
  expect(files.map((path) => path.slice(2)).filter((path) => !packed.includes(path))).toEqual([])
})

test('tacet --version', () => {
  expect(node([join(installed, 'dist', 'cli', 'main.mjs'), '--version']).trim()).toBe(described.version)
})

test('a command that starts workers and opens the data engine', () => {
  const out = node([
    join(installed, 'dist', 'cli', 'main.mjs'),
    'audit',
    'people.csv',
    '--rows',
    'ward',
    '--columns',
    'household',
    '--json',
  ])
  expect(JSON.parse(out)).toHaveProperty('n', 60)
})

test("the README's example", () => {
  const printed = runExample(readFileSync(join(root, 'README.md'), 'utf8'), 'readme')
  expect(printed).toContain("row: 'A'")
  expect(printed).toContain("row: 'D'")
})

test('the example at the front door', () => {
  const text = readFileSync(join(root, 'src', 'index.ts'), 'utf8').replace(/^ \* ?/gm, '')
  expect(runExample(text, 'front-door').trim()).toBe('1 true')
  expect(readdirSync(home)).toContain('release')
})
