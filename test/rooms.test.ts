/** The shape of the house, read off the imports: rooms import one way, pure rooms run anywhere, the door has few keys. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('../src/', import.meta.url))

/** From the foundations up: a room may import rooms of earlier lines. Capabilities share a line: never each other. */
const ORDER = [
  ['exact'],
  ['noise'],
  ['privacy'],
  ['model'],
  ['optimize'],
  ['topdown', 'groups', 'bounds', 'anonymity', 'decisions'],
  ['data'],
  ['release'],
  ['run'],
  ['cli'],
  ['server'],
]
const PURE = new Set(ORDER.slice(0, 6).flat())
/** Who may open a Confidential. */
const KEY_HOLDERS = new Set(['privacy', 'data', 'bounds', 'anonymity'])
/** Files at the root of src/ that any room may import. */
const COMMON = new Set(['plain-issue.ts', 'request-error.ts', 'version.ts'])

interface Import {
  readonly from: string
  readonly to: string
  readonly names: string
}

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return sources(path)
    return path.endsWith('.ts') && !path.endsWith('.test.ts') ? [path] : []
  })
}

/** Static, re-exporting and dynamic imports, with the names they take. */
function importsOf(path: string): Import[] {
  const text = readFileSync(path, 'utf8')
  const patterns = [
    /(?:import|export)\s+(?:type\s+)?([^'"]*?)\s*from\s+['"]([^'"]+)['"]/g,
    /import\(()['"]([^'"]+)['"]\)/g,
  ]
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, names, to]) => ({ from: path, to, names })))
}

const imports = sources(src).flatMap(importsOf)
const roomOf = (path: string): string => relative(src, path).split('/')[0]
const rankOf = (room: string): number => ORDER.findIndex((line) => line.includes(room))
const where = ({ from, to }: Import): string => `${relative(src, from)} imports ${to}`

test('the reader of imports sees all three kinds', () => {
  expect(imports.length).toBeGreaterThan(100)
  expect(imports.some((i) => i.to === '@duckdb/node-api')).toBe(true)
})

test('every folder is a room that the design knows', () => {
  const rooms = readdirSync(src).filter((name) => statSync(join(src, name)).isDirectory())
  expect(rooms.filter((room) => rankOf(room) < 0)).toEqual([])
})

test('rooms import one way', () => {
  const wrong = imports.filter(({ from, to }) => {
    if (!to.startsWith('.')) return false
    const target = resolve(dirname(from), to)
    const [own, other] = [roomOf(from), roomOf(target)]
    if (own === other || COMMON.has(relative(src, target)) || own === 'index.ts') return false
    return !(rankOf(other) >= 0 && rankOf(other) < rankOf(own))
  })
  expect(wrong.map(where)).toEqual([])
})

test('pure rooms import no Node module and use no Node global', () => {
  const wrong = imports.filter(
    ({ from, to }) => PURE.has(roomOf(from)) && (to.startsWith('node:') || to.endsWith('/version.ts')),
  )
  expect(wrong.map(where)).toEqual([])
  const globals = sources(src)
    .filter((path) => PURE.has(roomOf(path)))
    .filter((path) =>
      /\b(process|Buffer|__dirname|require)\b\s*[.([]/.test(withoutComments(readFileSync(path, 'utf8'))),
    )
  expect(globals.map((path) => relative(src, path))).toEqual([])
})

test('pure rooms depend on nothing but the solver and the hash', () => {
  const allowed = new Set(['highs', '@noble/hashes/sha2.js', '@noble/hashes/utils.js'])
  const wrong = imports.filter(({ from, to }) => PURE.has(roomOf(from)) && !to.startsWith('.') && !allowed.has(to))
  expect(wrong.map(where)).toEqual([])
})

test('a Confidential is opened only where the design says', () => {
  const opens = imports.filter(
    ({ to, names }) => /confidential\.ts$|privacy\/index\.ts$/.test(to) && /\bopen\b/.test(names),
  )
  expect(opens.filter(({ from }) => !KEY_HOLDERS.has(roomOf(from))).map(where)).toEqual([])
  expect(opens.length).toBeGreaterThan(0)
})

test('a Confidential goes to another thread only by way of run/ and data/', () => {
  const passes = imports.filter(
    ({ to, names }) => /confidential\.ts$/.test(to) && /\b(forThread|fromThread)\b/.test(names),
  )
  expect(passes.filter(({ from }) => !['run', 'data'].includes(roomOf(from))).map(where)).toEqual([])
})

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')
}
