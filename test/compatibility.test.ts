/** Files as earlier versions wrote them are read by this one. The rule is in docs/compatibility.md. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'

const golden = fileURLToPath(new URL('./golden/', import.meta.url))
const folder = testFolder()
const LEDGER = 'tacet-ledger.jsonl'

interface Line {
  readonly entry: { readonly type: string; readonly runId?: string; readonly measurementsHash?: string }
}

const linesOf = (home: string): readonly Line[] =>
  readFileSync(join(home, LEDGER), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

/** A copy that a test may write to. */
function copyOf(version: string, purpose: string): string {
  const home = join(folder, `${version}-${purpose}`)
  cpSync(join(golden, version), home, { recursive: true })
  mkdirSync(join(home, 'stopped.partial', 'release'), { recursive: true }) // git keeps no empty folder
  return home
}

function succeed(args: readonly string[], home: string): string {
  const { code, stdout, stderr } = tacet(args, home)
  expect(code, `tacet ${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
  return stdout
}

const versions = readdirSync(golden)

test('there are files of every format', () => {
  expect(versions).toContain('0.2.0')
  const types = new Set(versions.flatMap((version) => linesOf(join(golden, version)).map(({ entry }) => entry.type)))
  expect([...types].sort()).toEqual(['abandon', 'cap', 'commit', 'open', 'publish', 'reserve', 'second'])
  const releases = new Set(versions.flatMap((version) => readdirSync(join(golden, version, 'releases'))))
  expect([...releases].sort()).toEqual(['anonymize', 'audit', 'decide', 'groups', 'measure', 'topdown'])
})

describe.each(versions)('written by %s', (version) => {
  test('the spec is planned, at the same cost', () => {
    const home = copyOf(version, 'spec')
    const plan = JSON.parse(succeed(['plan', 'town.yaml', '--json'], home)) as {
      readonly privacy: { readonly words: string }
    }
    const manifest = JSON.parse(readFileSync(join(home, 'releases', 'topdown', 'manifest.json'), 'utf8'))
    expect(plan.privacy.words).toBe(manifest.privacy.words)
  })

  test('every line of the ledger is verified, and adds up', () => {
    const home = copyOf(version, 'ledger')
    const lines = linesOf(home)
    expect(succeed(['ledger', 'verify', LEDGER], home)).toContain(`all ${lines.length} lines agree`)
    const shown = succeed(['ledger', 'show', LEDGER], home)
    expect(shown).toContain('epsilon 6') // three runs of epsilon 2: released, abandoned, stopped
    expect(shown).toContain('epsilon 10') // the cap
  })

  test.each(readdirSync(join(golden, version, 'releases')))('the release of %s is verified', (name) => {
    const home = copyOf(version, name)
    const ledger = name === 'topdown' ? ['--ledger', LEDGER] : []
    expect(succeed(['verify', join('releases', name), ...ledger], home)).toMatch(/All \d+ checks passed/)
  })

  test('the stopped run is finished: one charge, the noise of its key, and a release that is verified', () => {
    const home = copyOf(version, 'stopped')
    const { runId } = JSON.parse(readFileSync(join(home, 'stopped.partial', 'run.json'), 'utf8'))
    succeed(['topdown', 'town.yaml', '--out', 'stopped', '--quiet'], home)
    const own = linesOf(home).filter(({ entry }) => entry.runId === runId)
    expect(own.map(({ entry }) => entry.type)).toEqual(['reserve', 'commit', 'publish'])
    const drawn = readFileSync(join(home, 'stopped.commit'), 'utf8').trim() // as the version that was stopped would have drawn
    expect(own[1].entry.measurementsHash).toBe(drawn)
    expect(existsSync(join(home, 'stopped.partial'))).toBe(false)
    succeed(['verify', 'stopped', '--ledger', LEDGER], home)
  })
})

describe('written by a version to come', () => {
  const [version] = versions
  const edit = (home: string, file: string, from: string, to: string): void => {
    const text = readFileSync(join(home, file), 'utf8')
    expect(text).toContain(from)
    writeFileSync(join(home, file), text.replace(from, to))
  }

  test.each([
    ['a spec', 'town.yaml', 'tacet: 1', 'tacet: 2', ['plan', 'town.yaml']],
    ['a field of a spec', 'town.yaml', 'title:', 'titles:', ['plan', 'town.yaml']],
    [
      'a manifest',
      'releases/measure/manifest.json',
      'tacet-manifest-1',
      'tacet-manifest-2',
      ['verify', 'releases/measure'],
    ],
    [
      'a stopped run',
      'stopped.partial/run.json',
      'tacet-run-2',
      'tacet-run-3',
      ['topdown', 'town.yaml', '--out', 'stopped'],
    ],
    [
      'a binding',
      'people.csv.ledger',
      'tacet-binding-1',
      'tacet-binding-2',
      ['topdown', 'town.yaml', '--out', 'another'],
    ],
  ] as const)('%s is refused, and nothing is spent', (name, file, from, to, args) => {
    const home = copyOf(version, name.replaceAll(' ', '-'))
    edit(home, file, from, to)
    const before = readFileSync(join(home, LEDGER), 'utf8')
    const { code, stderr } = tacet(args, home)
    expect(code).toBe(2)
    expect(stderr).toContain(file.split('/').at(-1) ?? file)
    expect(readFileSync(join(home, LEDGER), 'utf8')).toBe(before)
  })
})
