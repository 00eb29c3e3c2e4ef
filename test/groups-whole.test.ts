/** Whole groups protected, and the mechanisms that need the numbers of all regions: release, verify, solve again. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'

const folder = testFolder()
const EXAMPLE = 'us,st,size\nUS,GA,1\nUS,GA,1\nUS,GA,3\nUS,NY,1\nUS,NY,2\nUS,NY,3\n'
const FLAGS = ['--levels', 'us,st', '--size', 'size', '--max-size', '5', '--epsilon', '1', '--out', 'release', '--json']

function home(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  writeFileSync(join(path, 'groups.csv'), EXAMPLE)
  return path
}

test.each([
  ['whole groups', ['--public-groups', 'none'], 'topdown'],
  ['whole groups, mh-dp', ['--public-groups', 'none', '--mechanism', 'mh-dp'], 'mh-dp'],
  ['hc', ['--public-groups', 'regions', '--mechanism', 'hc'], 'hc'],
  ['hg', ['--public-groups', 'regions', '--mechanism', 'hg'], 'hg'],
  ['hg in Parquet', ['--public-groups', 'regions', '--mechanism', 'hg', '--format', 'parquet'], 'hg'],
])('%s: released, verified with its ledger, solved again to the same bytes', (name, flags, mechanism) => {
  const path = home(name)
  const run = tacet(['groups', 'groups.csv', ...FLAGS, ...flags], path)
  expect(run.code, run.stderr).toBe(0)
  expect(JSON.parse(run.stdout)).toMatchObject({ mechanism, checks: { consistent: true, valid: true, faithful: true } })
  const verified = tacet(['verify', 'release', '--ledger', 'tacet-ledger.jsonl', '--resolve', '--json'], path)
  expect(JSON.parse(verified.stdout).ok, verified.stdout).toBe(true)
})

test('whole groups: nothing in the release has an exact number, and the unit is a group', () => {
  const path = home('unit')
  const { privacy } = JSON.parse(tacet(['groups', 'groups.csv', ...FLAGS, '--public-groups', 'none'], path).stdout)
  expect(privacy.unit).toBe('one group added or removed, with all its people')
  expect(privacy.publishedExactly).toEqual(['the list of regions'])
  expect(readFileSync(join(path, 'release', 'regions.csv'), 'utf8')).not.toMatch(/\d$/m)
  // A second release that protects persons cannot share this ledger: its costs are of another unit.
  const other = tacet(['groups', 'groups.csv', ...FLAGS.with(FLAGS.indexOf('release'), 'persons')], path)
  expect(other.code).not.toBe(0)
})

test('sorted sizes are published by rank', () => {
  const path = home('ranks')
  const flags = ['--public-groups', 'regions', '--mechanism', 'hg']
  expect(tacet(['groups', 'groups.csv', ...FLAGS, ...flags], path).code).toBe(0)
  const [head, ...lines] = readFileSync(join(path, 'release', 'measurements.csv'), 'utf8')
    .trim()
    .split('\n')
  expect(head).toBe('level,region,rank,value,variance')
  expect(lines.map((line) => line.split(',').slice(0, 3).join())).toEqual([
    ...[1, 2, 3, 4, 5, 6].map((rank) => `us,US,${rank}`),
    ...[1, 2, 3].map((rank) => `st,US/GA,${rank}`),
    ...[1, 2, 3].map((rank) => `st,US/NY,${rank}`),
  ])
})

test.each([
  ['hg without region numbers', ['--mechanism', 'hg'], /hg does not work with a public number of all groups alone/],
  [
    'cumulative without any number',
    ['--mechanism', 'cumulative', '--public-groups', 'none'],
    /cumulative does not work with no public number of groups\. Use mh-relaxed, mh-dp, topdown/,
  ],
])('%s is refused', (name, flags, message) => {
  const run = tacet(['groups', 'groups.csv', ...FLAGS, ...flags], home(name))
  expect(run.code).toBe(2)
  expect(run.stderr).toMatch(message)
})
