/** Names that are awkward: of attributes like the columns of a release, and of places with the mark between levels. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { folderWith } from './support/topdown.ts'

const folder = testFolder()
const PEOPLE = 'region,block,schooling,n\nnorth,b1,low,5\nnorth,b2,high,3\nsouth,b1,low,9\nsouth,b2,high,2\n'

function home(path: string, attribute: string, people = PEOPLE): string {
  return folderWith(join(folder, path), {
    'people.csv': people,
    'county.yaml': `tacet: 1
source: { file: people.csv, count: n }
geography: { top: county, columns: [region, block] }
attributes: [{ name: ${attribute}, column: schooling, levels: [low, high] }]
privacy: { epsilon: 1 }
workload: [{ query: total }, { query: detailed }]
`,
  })
}

/** Released and verified, or refused with nothing spent and nothing left. */
function expectReleasedOrRefused(path: string, says: RegExp): void {
  const run = tacet(['topdown', 'county.yaml', '--out', 'release', '--quiet'], path)
  expect(run.stderr).not.toMatch(/fault in Tacet/)
  if (run.code === 0) {
    const verified = tacet(['verify', 'release', '--ledger', 'tacet-ledger.jsonl', '--json'], path)
    expect(verified.code, verified.stdout).toBe(0)
    return
  }
  expect(run.code, run.stderr).toBe(2)
  expect(run.stderr).toMatch(says)
  expect(readdirSync(path).sort()).toEqual(['county.yaml', 'people.csv'])
}

test.each([
  'level',
  'region',
  'query',
  'count',
  'standard_error',
  'value',
  'variance',
  'parent',
  'Level',
  'n',
  'tacet_stamp',
  'rowid',
  'constructor',
  '__proto__',
])('an attribute called %s is released, or refused before anything is spent', (name) => {
  expectReleasedOrRefused(home(`attribute ${name}`, name), new RegExp(`"${name}"`))
})

test('a place with a slash in its name is not taken for another', () => {
  const people = 'region,block,schooling,n\nx/y,z,low,5\nx,y/z,high,3\nx,w,low,1\n'
  expectReleasedOrRefused(home('slash', 'schooling', people), /x\/y/)
})

test('commas, quotes, blanks and letters of other tongues come through', () => {
  const people = 'region,block,schooling,n\n"a, b","q""uote",low,5\n Östra ,é,high,3\ncounty,county,low,1\n'
  const path = home('quotes', 'schooling', people)
  expectReleasedOrRefused(path, /./)
  expect(existsSync(join(path, 'release'))).toBe(true)
})
