/**
 * `npm run test:mutants`: one-line faults, planted one after the other in a copy of the project, each with the tests near it run.
 * A fault that no test notices has survived. What is found is added to a file, line by line, and a run that is stopped goes on there.
 *
 *   npm run test:mutants -- --count 300 --out mutants.jsonl
 *   npm run test:mutants -- --room privacy --count 40
 *   npm run test:mutants -- --again mutants.jsonl --out again.jsonl      what survived there, with the long tests too
 *   npm run test:mutants -- --survivors mutants.jsonl       what survived, and the table; `--survivors mutants.jsonl,again.jsonl` of both
 *
 * Options: --count (in all, shared evenly among the rooms), --room, --seed (which are chosen), --tests (test files asked at most),
 * --again (a file of results), --seconds (that all but the nearest of them may take together), --out. The copy is made beside the system's temporary files and removed at the end.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { TestRunner } from './mutants/asking.mjs'
import { faultsOf } from './mutants/faults.mjs'
import { importersOf, testsNear } from './mutants/near-tests.mjs'

const ROOMS = ['noise', 'privacy', 'measure', 'ledger', 'run', 'verify']
/** A fault that makes a loop endless is noticed by this. */
const PATIENCE = 180_000
const BASELINE_PATIENCE = 3_600_000

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    room: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '10' },
    out: { type: 'string', default: 'mutants.jsonl' },
    survivors: { type: 'string' },
    again: { type: 'string' },
  },
})

const root = process.cwd()
const rooms = options.room === undefined ? ROOMS : [options.room]

if (options.survivors !== undefined) report(latestOf(options.survivors.split(',').flatMap(readResults)))
else await run()

async function run() {
  const files = gitFiles()
  const chosen = options.again === undefined ? chooseFaults(files) : survivorsOf(files, options.again)
  const done = new Set(readResults(options.out).map(({ id }) => id))
  const copy = copyOf(files)
  const runner = new TestRunner(copy, PATIENCE)
  try {
    const importers = importersOf(
      copy,
      files.filter((file) => /^(src|test)\/.*\.ts$/.test(file) && existsSync(join(copy, file))),
    )
    const long = options.again !== undefined
    const near = new Map(
      chosen.map(({ file }) => [file, testsNear(copy, importers, file, { most: Number(options.tests), long })]),
    )
    const times = await soundTests(runner, [...new Set([...near.values()].flat())])
    for (const [i, fault] of chosen.entries()) {
      if (done.has(fault.id)) continue
      const result = await tried(copy, runner, fault, inStages(near.get(fault.file), times))
      appendFileSync(options.out, `${JSON.stringify(result)}\n`)
      console.log(`${i + 1}/${chosen.length} ${result.outcome}: ${fault.file}:${fault.line} ${fault.pattern}`)
    }
  } finally {
    runner.end()
    rmSync(copy, { recursive: true, force: true })
  }
  report(readResults(options.out))
}

function gitFiles() {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard']
  return execFileSync('git', list, { cwd: root, encoding: 'utf8' }).trim().split('\n')
}

/** Without a fault: how long each test file takes, by name; one that fails here would notice anything, and is left out. */
async function soundTests(runner, tests) {
  const answer = await runner.ask({ changed: [], tests }, BASELINE_PATIENCE)
  if (answer === undefined) throw new Error('the tests did not end without a fault')
  const sound = answer.results.filter(({ ok }) => ok)
  console.log(`${sound.length} of ${tests.length} test files pass here without a fault, and are asked`)
  return new Map(sound.map(({ test, time }) => [test, time]))
}

/** The nearest test alone, then the others, the quick ones first: most faults are noticed at once. */
function inStages(tests, times) {
  const [own, ...others] = tests.filter((test) => times.has(test))
  if (own === undefined) return []
  others.sort((a, b) => times.get(a) - times.get(b))
  let sum = 0
  const affordable = others.filter((test) => (sum += times.get(test)) <= Number(options.seconds) * 1000)
  return [[own], affordable].filter((stage) => stage.length > 0)
}

/** Evenly among the rooms, by a hash, so that the same are chosen again. */
function chooseFaults(files) {
  const each = Math.ceil(Number(options.count) / rooms.length)
  const ofRoom = rooms.map((room) =>
    allFaults(files, room)
      .sort((a, b) => (hash(options.seed + a.id) < hash(options.seed + b.id) ? -1 : 1))
      .slice(0, each),
  )
  // Room by room in turn: a run that is stopped has looked at all.
  return Array.from({ length: each }, (_, i) => ofRoom.flatMap((faults) => faults.slice(i, i + 1))).flat()
}

/** Those that an earlier run did not see noticed, and whose line is still there. */
function survivorsOf(files, path) {
  const survived = new Set(
    readResults(path)
      .filter(({ outcome }) => !outcome.startsWith('killed'))
      .map(({ id }) => id),
  )
  return rooms.flatMap((room) => allFaults(files, room)).filter(({ id }) => survived.has(id))
}

function allFaults(files, room) {
  return files
    .filter((file) => file.startsWith(`src/${room}/`) && isSource(file) && existsSync(join(root, file)))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return faultsOf(file, text).map((fault) => {
        const line = text.slice(0, fault.start).split('\n').length
        const was = text.slice(fault.start, fault.end)
        const id = hash(
          `${file} ${was} ${fault.text} ${text.split('\n')[line - 1]} ${fault.start - text.lastIndexOf('\n', fault.start)}`,
        )
        return { id, room, file, line, was, ...fault }
      })
    })
}

/** The last that was found of each. */
function latestOf(results) {
  return [...new Map(results.map((one) => [one.id, one])).values()]
}

function isSource(file) {
  return (
    file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/fixtures/') && !file.endsWith('index.ts')
  )
}

function hash(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function copyOf(files) {
  const copy = mkdtempSync(join(tmpdir(), 'tacet-mutants-'))
  for (const file of files.filter((one) => existsSync(join(root, one)))) {
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

async function tried(copy, runner, fault, stages) {
  const { id, room, file, line, pattern, was, text } = fault
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, source.slice(0, fault.start) + text + source.slice(fault.end))
  const say = (outcome, by) => ({ id, room, file, line, pattern, was, text, outcome, ...(by && { by }) })
  try {
    for (const tests of stages) {
      const answer = await runner.ask({ changed: [file], tests })
      if (answer === undefined) return say('killed: no end')
      const failed = answer.results.find(({ ok }) => !ok)
      if (failed !== undefined || answer.errors > 0) return say('killed', failed?.test)
    }
    return say(stages.length === 0 ? 'no test near' : 'survived')
  } finally {
    writeFileSync(path, source)
    await runner.ask({ changed: [file], tests: [] })
  }
}

function readResults(path) {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

function report(results) {
  const survived = results.filter(({ outcome }) => !outcome.startsWith('killed'))
  for (const { file, line, pattern, was, text, outcome } of survived)
    console.log(`${outcome}: ${file}:${line} ${pattern}: ${was} -> ${text || '(nothing)'}`)
  console.log('\n| room | faults | noticed | survived |\n| --- | ---: | ---: | ---: |')
  for (const room of [...new Set(results.map((one) => one.room)), 'all']) {
    const own = results.filter((one) => room === 'all' || one.room === room)
    const left = own.filter((one) => survived.includes(one)).length
    console.log(`| ${room} | ${own.length} | ${own.length - left} | ${left} |`)
  }
}
