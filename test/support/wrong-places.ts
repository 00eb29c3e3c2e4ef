/** Places that cannot be written to, and things in the place of a file. */
import { type Case, MEASURE, PEOPLE, spec } from './bad-input.ts'

const LONG = 'x'.repeat(300)

export const wrongPlaces: readonly Case[] = [
  {
    what: 'an output folder where nothing can be made',
    args: ['measure', 'town.yaml', '--out', '/proc/release'],
    code: 2,
    says: /nothing can be made in \/proc/,
  },
  {
    what: 'an output folder deep below where nothing can be made',
    args: ['topdown', 'town.yaml', '--out', '/proc/a/b/release'],
    code: 2,
    says: /nothing can be made in \/proc/,
  },
  {
    what: 'an audit to where nothing can be made',
    args: ['audit', 'people.csv', '--rows', 'sex', '--columns', 'district', '--out', '/proc/release'],
    code: 2,
    says: /nothing can be made in \/proc/,
  },
  {
    what: 'a demo where nothing can be made',
    args: ['demo', '--out', '/proc/demo'],
    code: 2,
    says: /nothing can be made in \/proc/,
  },
  {
    what: 'an output folder of 300 letters',
    args: ['measure', 'town.yaml', '--out', LONG],
    code: 2,
    says: /is longer than 180 bytes/,
  },
  {
    what: 'an output folder without a name',
    args: ['measure', 'town.yaml', '--out', ''],
    code: 2,
    says: /the name is empty/,
  },
  {
    what: 'an output folder that is a link',
    args: ['measure', 'town.yaml', '--out', 'link'],
    links: { link: 'full' },
    code: 2,
    says: /it is a symbolic link to full/,
  },
  {
    what: 'an output folder that is a link to nothing',
    args: ['measure', 'town.yaml', '--out', 'link'],
    links: { link: 'nowhere' },
    code: 2,
    says: /it is a symbolic link to nowhere/,
  },
  {
    what: 'classes to where nothing can be made',
    args: ['anonymize', 'people.csv', '--k', '2', '--qi', 'sex', '--classes', '/proc/classes.csv', '--out', 'out'],
    code: 2,
    says: /nothing can be made in \/proc/,
  },
  { what: 'a file of 300 letters', args: ['describe', `${LONG}.csv`], code: 2, says: /there is no such file/ },
  { what: 'a spec of 300 letters', args: ['plan', `${LONG}.yaml`], code: 2, says: /longer than a file name can be/ },
  {
    what: 'a new spec of 300 letters',
    args: ['init', `${LONG}.yaml`],
    code: 2,
    says: /longer than a file name can be/,
  },
  { what: 'a folder for a ledger', args: ['ledger', 'show', '.'], code: 2, says: /is a folder, not a file/ },
  { what: 'a device for a ledger', args: ['ledger', 'show', '/dev/zero'], code: 2, says: /is a device or a pipe/ },
  { what: 'a device for a spec', args: ['plan', '/dev/zero'], code: 2, says: /it is not a regular file/ },
  { what: 'a folder for a spec', args: ['plan', 'full'], code: 2, says: /it is a folder/ },
  { what: 'a file for a release', args: ['verify', 'people.csv'], code: 2, says: /is not a release/ },
  {
    what: 'a pattern for a file',
    args: ['describe', 'peopl?.csv'],
    code: 2,
    says: /there is no such file/,
  },
  { what: 'a home folder', args: ['describe', '~/people.csv'], code: 2, says: /A ~ is not expanded/ },
  {
    what: 'an address for a file',
    args: MEASURE,
    files: spec('people.csv', 's3://bucket/people.csv'),
    code: 2,
    says: /there is no such file/,
  },
  {
    what: 'a file without a line of column names',
    args: ['audit', 'bare.csv', '--rows', 'sex', '--columns', 'district'],
    files: { 'bare.csv': PEOPLE.slice(PEOPLE.indexOf('\n') + 1) },
    code: 2,
    says: /has no column "sex"\. Its first line looks like a record/,
  },
  {
    what: 'a quote in the first line that never ends',
    args: ['describe', 'people.csv'],
    files: { 'people.csv': PEOPLE.replace('sex', '"sex') },
    code: 2,
    says: /a quotation mark in it is never closed/,
  },
  {
    what: '100,000 columns',
    args: ['describe', 'wide.csv'],
    files: { 'wide.csv': `${Array.from({ length: 100_000 }, (_, i) => `c${i}`).join()}\n` },
    code: 2,
    says: /has 100000 columns, and at most 4096 are read/,
  },
  {
    what: 'an audit of a column called as one of its output',
    args: ['audit', 'taken.csv', '--rows', 'values', '--columns', 'sex', '--out', 'out'],
    files: { 'taken.csv': 'values,sex\na,f\nb,m\n' },
    code: 2,
    says: /the table of bounds has a column "values" of its own/,
  },
]
