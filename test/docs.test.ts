/** What the docs show, run: every `console` block must print what it shows, every `tacet` line of an `sh` block must work. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
/** Its commands need a hospital's file: hospital.test.ts makes one and runs them. */
const HOSPITAL = 'hospital.md'
const pagesIn = (path: string): string[] =>
  readdirSync(join(root, path))
    .filter((name) => name.endsWith('.md') && name !== HOSPITAL)
    .map((name) => `${path}/${name}`)
const pages = ['README.md', ...pagesIn('docs'), ...pagesIn('docs/tutorials')]
const folder = testFolder()

beforeAll(() => {
  const made = tacet(['demo', '--quiet'], folder)
  expect(made.code, made.stderr).toBe(0)
  cpSync(join(root, 'examples', 'firms.csv'), join(folder, 'firms.csv'))
})

interface Example {
  readonly page: string
  readonly kind: 'console' | 'sh'
  readonly text: string
}

const examples = pages.flatMap((page): Example[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/```(console|sh)\n([\s\S]*?)```/g)].map(([, kind, text]) => ({
    page,
    kind: kind as Example['kind'],
    text,
  })),
)

/** The words of a command line; single and double quotes keep spaces together. */
function words(line: string): string[] {
  return [...line.replace(/\s+#.*$/, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c)
}

test('there are examples', () => {
  expect(examples.filter(({ kind }) => kind === 'console').length).toBeGreaterThan(4)
})

test.each(examples.filter(({ kind }) => kind === 'console').map((e) => [e.page, e.text.split('\n')[0], e.text]))(
  '%s: %s',
  (_, command, text) => {
    const shown = text.split('\n').slice(1).join('\n').trimEnd()
    const { stdout, code, stderr } = tacet(words(command.replace(/^\$ tacet /, '')), folder)
    expect(code, stderr).toBe(0)
    if (shown.endsWith('...')) expect(stdout).toContain(shown.slice(0, -3).trimEnd())
    else expect(stdout.trimEnd()).toBe(shown)
  },
)

test.each(pages)('the commands of %s work, in order', (page) => {
  const home = join(folder, page.replaceAll('/', '-'))
  mkdirSync(home)
  cpSync(join(folder, 'demo'), join(home, 'demo'), { recursive: true })
  cpSync(join(folder, 'demo', 'people.parquet'), join(home, 'people.parquet'))
  for (const name of ['people.csv', 'people.yaml', 'firms.csv']) cpSync(join(root, 'examples', name), join(home, name))
  // A spec whose first line is its name is there under that name.
  for (const [, text, name] of readFileSync(join(root, page), 'utf8').matchAll(
    /```yaml\n(# (\S+\.yaml)\n[\s\S]*?)```/g,
  ))
    writeFileSync(join(home, name), text)
  for (const { text } of examples.filter((e) => e.page === page && e.kind === 'sh')) {
    for (const line of text.split('\n').filter((l) => l.startsWith('tacet '))) {
      const { code, stderr } = tacet(words(line.slice('tacet '.length)), home)
      expect(code, `${line}\n${stderr}`).toBe(0)
    }
  }
})

const scripts = [...readFileSync(join(root, 'docs/tutorials/developer.md'), 'utf8').matchAll(/```js\n([\s\S]*?)```/g)]

test.each(scripts.map(([, text], i) => [i + 1, text]))('program %i of the tutorial for developers runs', (i, text) => {
  const home = join(folder, `developer-${i}`)
  mkdirSync(join(home, 'node_modules'), { recursive: true })
  symlinkSync(root, join(home, 'node_modules', 'tacet'))
  for (const name of ['people.csv', 'people.yaml']) cpSync(join(root, 'examples', name), join(home, name))
  writeFileSync(join(home, 'program.mjs'), String(text))
  const { status, stderr, stdout } = spawnSync(process.execPath, ['program.mjs'], { cwd: home, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  expect(stdout).not.toBe('')
})
