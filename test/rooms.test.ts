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
  ['topdown', 'groups', 'bounds', 'anonymity', 'decisions', 'protection'],
  ['spec'],
  ['measure'],
  ['files'],
  ['data'],
  ['release'],
  ['ledger'],
  ['verify'],
  ['run'],
  ['jobs'],
  ['server', 'cluster'],
  ['cli'], // a command starts the studio
]
const PURE = new Set(ORDER.slice(0, 8).flat())
/** Who may open a Confidential. */
const KEY_HOLDERS = new Set(['privacy', 'data', 'bounds', 'anonymity', 'protection'])
/** Files at the root of src/ that any room may import. */
const COMMON = new Set([
  'built.ts',
  'did-you-mean.ts',
  'plain-issue.ts',
  'request-error.ts',
  'version.ts',
  'visible-text.ts',
])

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

/** Rooms inside rooms, from the foundations up; a file of the room itself may import all of them. */
const INNER: Readonly<Record<string, readonly string[]>> = {
  optimize: ['linear', 'marginal', 'tree', 'rounding', 'interval'],
  topdown: ['estimate', 'knowledge', 'solve'],
  anonymity: [
    'problem',
    'points',
    'partition',
    'bound',
    'suppression',
    'lattice',
    'exact',
    'improve',
    'methods',
    'publish',
  ],
  decisions: ['program', 'sides', 'solve', 'cost', 'trials'],
  protection: ['rules', 'suppress', 'round', 'cellkey'],
}

test.each(Object.entries(INNER))('the rooms inside %s are those of its map, and import one way', (room, inner) => {
  const folders = readdirSync(join(src, room)).filter((name) => statSync(join(src, room, name)).isDirectory())
  expect(folders.filter((name) => name !== 'fixtures').sort()).toEqual([...inner].sort())
  const rankIn = (path: string): number => inner.indexOf(relative(join(src, room), path).split('/')[0])
  const wrong = imports.filter(({ from, to }) => {
    const target = resolve(dirname(from), to)
    const isOwn = to.startsWith('.') && roomOf(from) === room && roomOf(target) === room
    return isOwn && rankIn(from) >= 0 && rankIn(target) > rankIn(from)
  })
  expect(wrong.map(where)).toEqual([])
})

test('the jobs of one capability never import those of another', () => {
  /** The folder of a capability; files of `jobs/` itself belong to none. */
  const inner = (path: string): string => {
    const [room, capability, ...below] = relative(src, path).split('/')
    return below.length === 0 ? room : `${room}/${capability}`
  }
  const wrong = imports.filter(({ from, to }) => {
    const [own, other] = [inner(from), inner(resolve(dirname(from), to))]
    return to.startsWith('.') && own.startsWith('jobs/') && other.startsWith('jobs/') && own !== other
  })
  expect(wrong.map(where)).toEqual([])
})

/** What the server answers: types alone, which leave nothing in the page. */
const ANSWERS = join(src, 'server', 'answers.ts')

test('the page imports pure rooms, its own files and the types of answers alone', () => {
  const web = fileURLToPath(new URL('../web/', import.meta.url))
  const pages = (at: string): string[] =>
    readdirSync(at, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory()
        ? pages(join(at, entry.name))
        : /(?<!\.test|\.config)\.tsx?$/.test(entry.name)
          ? [join(at, entry.name)]
          : [],
    )
  const found = pages(web).flatMap(importsOf)
  const wrong = found.filter(({ from, to }) => {
    if (!to.startsWith('.')) return to.startsWith('node:')
    const target = resolve(dirname(from), to)
    return !target.startsWith(web) && !PURE.has(roomOf(target)) && target !== ANSWERS
  })
  expect(wrong.map(({ from, to }) => `${relative(web, from)} imports ${to}`)).toEqual([])
  expect(readFileSync(ANSWERS, 'utf8').match(/^(?:import|export) (?!type |interface ).*/gm)).toBeNull()
  expect(found.some(({ to }) => to.includes('src/bounds'))).toBe(true)
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

test('pure rooms depend on nothing but the solver, the hash, and the parser and validator of specs', () => {
  const allowed = new Set(['#highs', 'highs', 'yaml', 'zod', '@noble/hashes/sha2.js', '@noble/hashes/utils.js'])
  const wrong = imports.filter(({ from, to }) => PURE.has(roomOf(from)) && !to.startsWith('.') && !allowed.has(to))
  expect(wrong.map(where)).toEqual([])
})

/** The files that work on a confidential value without seeing it: each passes a function that keeps what it is given inside. */
const DERIVING = [
  'decisions/cost/decide.ts',
  'decisions/sides/measure-sides.ts',
  'groups/measure.ts',
  'jobs/audit/count-data.ts',
  'jobs/audit/prepare-audit.ts',
  'jobs/audit/prepare-linked.ts',
  'run/drawing/draw.ts',
  'jobs/topdown/tabulate-tables.ts',
]
/** The files that look at the truth, and where each is asked to: behind the flag, in a file that stamps what comes out. */
const EVALUATING: Readonly<Record<string, { asks: string; call: string; flag: RegExp }>> = {
  'jobs/decide/run.ts': {
    asks: 'jobs/decide/run.ts',
    call: 'truthForEvaluation',
    flag: /looked = options\.evaluate === true \|\| swept !== undefined\s+const truth = looked \? $/,
  },
  'jobs/groups/run.ts': {
    asks: 'jobs/groups/run.ts',
    call: 'evaluate',
    flag: /options\.evaluate === true \? $/,
  },
  'jobs/measure/evaluate.ts': {
    asks: 'jobs/measure/run.ts',
    call: 'evaluateMeasurements',
    flag: /options\.evaluate === true \? await $/,
  },
  'jobs/topdown/evaluate.ts': {
    asks: 'jobs/topdown/run.ts',
    call: 'evaluateTopdown',
    flag: /\bevaluate === true\s+\? await $/,
  },
}
const DOOR = join(src, 'privacy', 'confidential.ts')
const textOf = (file: string): string => withoutComments(readFileSync(join(src, file), 'utf8'))
const filesWith = (pattern: RegExp): readonly string[] =>
  sources(src)
    .map((path) => relative(src, path))
    .filter((file) => pattern.test(textOf(file)))
    .sort()

test('a Confidential is opened only where the design says', () => {
  const opens = imports.filter(
    ({ to, names }) => /confidential\.ts$|privacy\/index\.ts$/.test(to) && /\bopen\b/.test(names),
  )
  expect(opens.filter(({ from }) => !KEY_HOLDERS.has(roomOf(from))).map(where)).toEqual([])
  expect(opens.length).toBeGreaterThan(0)
})

test('the door is imported by name: no namespace, no import at run time, no second door', () => {
  // Any text that names the module, in whatever form of import; what is not `import { names } from` is wrong.
  const named = /^\s*import\s+(?:type\s+)?\{[^}]*\}\s*from\s*['"][^'"]*confidential\.ts['"]/gm
  const wrong = sources(src)
    .filter((path) => path !== DOOR && relative(src, path) !== 'privacy/index.ts')
    .map((path) => relative(src, path))
    .filter((file) => /\/confidential(\.ts|\.js|\.mjs)?['"`]/.test(textOf(file).replaceAll(named, '')))
  expect(wrong).toEqual([])
  const renamed = imports.filter(({ to, names }) => /confidential\.ts$/.test(to) && /\bas\b/.test(names))
  expect(renamed.map(where)).toEqual([])
  const passedOn = imports.filter(
    ({ from, names }) => relative(src, from) === 'privacy/index.ts' && /\b(open|forThread|fromThread)\b/.test(names),
  )
  expect(passedOn.map(where)).toEqual([])
  expect(imports.filter(({ to, names }) => /privacy\/index\.ts$/.test(to) && names.includes('*')).map(where)).toEqual(
    [],
  )
  expect(filesWith(/export\s*\{[^}]*\b(open|derive|deriveEach|truthForEvaluation)\b[^}]*\}/)).toEqual([
    'data/index.ts',
    'privacy/index.ts',
  ])
})

test('what is derived from a Confidential stays inside: known files, and functions that write nowhere', () => {
  const takers = imports.filter(
    ({ to, names }) => /privacy\/|confidential\.ts$|\/index\.ts$/.test(to) && /\bderive(Each)?\b/.test(names),
  )
  expect([...new Set(takers.map(({ from }) => relative(src, from)))].sort()).toEqual(
    [...DERIVING, 'privacy/index.ts'].sort(),
  )
  const leaks = DERIVING.flatMap((file) =>
    derivations(textOf(file))
      .filter(writesOutside)
      .map((call) => `${file}: ${call}`),
  )
  expect(leaks).toEqual([])
  expect(DERIVING.flatMap((file) => derivations(textOf(file))).length).toBeGreaterThanOrEqual(DERIVING.length)
})

test.each([
  ['an assignment', 'derive(box, (v) => { seen = v; return v })'],
  ['a field', 'derive(box, (v) => { this.seen = v; return v })'],
  ['a push', 'derive(box, (v) => { seen.push(v); return v })'],
  ['a map', 'derive(box, (v) => (seen.set(1, v), v))'],
  ['a function given by name', 'derive(box, show)'],
  ['an entry', 'derive(box, (v) => { seen[0] = v })'],
  ['a callback of the caller', 'derive(box, (v) => { tell(v); warn(v); return v })'],
  ['the console', 'derive(box, (v) => { console.log(v); return v })'],
  ['one that gives several', 'deriveEach(box, async function* (v) { seen = v; yield v })'],
])('a function that leaks what it is given is seen: %s', (_, text) => {
  expect(derivations(text).filter(writesOutside)).toHaveLength(1)
})

test('the truth is looked at only by files that compare with it, for --evaluate, and stamp what they write', () => {
  const others = ['data/index.ts', 'data/truth.ts']
  expect(filesWith(/\btruthForEvaluation\b/)).toEqual([...Object.keys(EVALUATING), ...others].sort())
  for (const [file, { asks, call, flag }] of Object.entries(EVALUATING)) {
    const calls = new RegExp(`(?<!function )(?<![.#])\\b${call}\\(`, 'g')
    if (asks !== file) expect(filesWith(calls), call).toEqual([asks])
    const text = textOf(asks)
    const before = [...text.matchAll(calls)].map(({ index }) => text.slice(0, index))
    expect(before.length, `${asks} asks ${file}`).toBe(1)
    expect(before[0], `${asks} asks ${file} for --evaluate alone`).toMatch(flag)
    expect(text, `${asks} stamps CONFIDENTIAL`).toMatch(/\b(stampOf|topdownStamp)\(/)
    expect([...textOf(file).matchAll(/\btruthForEvaluation\(/g)], `${file} looks once`).toHaveLength(1)
  }
})

/** Run ids and stored commands hold flags as they were given; Slurm has flags of its own. */
const SAYS_FLAGS = new Set(['run/run-file.ts', 'jobs/topdown/run.ts', 'cluster/slurm.ts'])

/** Where fields are declared, their flags are; what is shown on a terminal says what to type next. */
const DECLARES = /^jobs\/(\w+\/(job|capability|show(-\w+)?)|planned-measurements)\.ts$/

test('below the front ends nothing speaks of flags: errors name fields', () => {
  const below = filesWith(/['"`][^'"`\n]*(?<![\w-])--[a-z]{2,}[a-z-]*(?![\w:-])/).filter(
    (file) =>
      !/^(cli|server)\//.test(file) &&
      file !== 'release/report-style.ts' &&
      !SAYS_FLAGS.has(file) &&
      !DECLARES.test(file),
  )
  expect(below.filter((file) => !/^spec\//.test(file))).toEqual([])
})

test('randomness comes from the operating system: Math.random is nowhere', () => {
  expect(filesWith(/\bMath\s*(\?\.|\.|\[)\s*['"`]?random\b|\{[^}\n]*\brandom\b[^}\n]*\}\s*=\s*Math\b/)).toEqual([])
})

test('a Confidential goes to another thread only by way of run/, jobs/ and data/', () => {
  const passes = imports.filter(
    ({ to, names }) => /confidential\.ts$/.test(to) && /\b(forThread|fromThread)\b/.test(names),
  )
  expect(passes.filter(({ from }) => !['run', 'jobs', 'data'].includes(roomOf(from))).map(where)).toEqual([])
})

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')
}

/** The calls of `derive` and `deriveEach` in a text, each up to its closing bracket. */
function derivations(text: string): readonly string[] {
  return [...text.matchAll(/\bderive(?:Each)?\(/g)].map(({ index }) => {
    let depth = 0
    for (let at = index; at < text.length; at++) {
      if (text[at] === '(') depth++
      if (text[at] === ')' && --depth === 0) return text.slice(index, at + 1)
    }
    return text.slice(index)
  })
}

/** Whether a derivation writes anywhere but to its own names, or is a function that cannot be read here. */
function writesOutside(call: string): boolean {
  if (!call.includes('=>')) return true
  const own = new Set([...call.matchAll(/\b(?:const|let)\s+(\w+)/g)].map(([, name]) => name))
  const assigned = [...call.matchAll(/(?<![\w.\])=<>!])([\w.]+)(?:\[[^\]]*\])?\s*(?:[-+*/|&?]{0,2}=)(?![=>])/g)]
  const into = [...call.matchAll(/([\w.]+)\.(?:push|set|add|unshift|write|emit|postMessage)\(/g)]
  const isOwn = ([, name]: RegExpMatchArray): boolean => own.has(name.split('.')[0])
  return !assigned.every(isOwn) || !into.every(isOwn) || /\b(console|process|warn|progress|tell|log)\b/.test(call)
}
