/** Mistakes that people make, and messages that say what, where and what to do. Each helped less before. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { writeSmallTown } from './support/small-town.ts'

const folder = join(testFolder(), 'town')
writeSmallTown(folder)
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return name
}
const TOWN = (change: (text: string) => string): string =>
  change(`tacet: 1
source: { file: people.csv }
geography: { top: town, columns: [district] }
attributes: [{ name: sex, levels: [female, male] }]
privacy: { epsilon: 1 }
workload: [{ query: total }, { query: sex }]
`)
write('empty.csv', 'a,b\n')
write(
  'twice.csv',
  `person,age,sex\n${Array.from({ length: 90 }, (_, i) => `P${i >> 1},${20 + (i % 9)},${'fm'[i % 2]}`).join('\n')}\n`,
)
for (const name of ['book.xls', 'survey.sas7bdat', 'panel.dta', 'data.zip']) write(name, 'x')
mkdirSync(join(folder, 'nothing'))
write(
  'column.yaml',
  TOWN((text) => text.replace('name: sex,', 'name: sex, column: sxe,')),
)
write(
  'place.yaml',
  TOWN((text) => text.replace('[district]', '[distrct]')),
)
write(
  'query.yaml',
  TOWN((text) => text.replace('query: total', 'query: totals')),
)
write(
  'key.yaml',
  TOWN((text) => text.replace('privacy: { epsilon: 1 }', 'privacy: { epsilonn: 1, epsilon: 1 }')),
)
write(
  'top.yaml',
  TOWN((text) => text.replace('workload:', 'worklod:')),
)
write(
  'colon.yaml',
  TOWN((text) => text.replace('workload: [', 'workload\n  - [')),
)

test.each<[string, string, RegExp]>([
  ['verify of a data file', 'verify people.csv', /people\.csv is a file, not a release\. Name the folder of a release/],
  ['describe of a spec', 'describe town.yaml', /this is a spec, not data\. Try: tacet plan town\.yaml/],
  ['describe of an old spreadsheet', 'describe book.xls', /spreadsheet of another kind\. Save it as \.xlsx/],
  ['describe of SAS', 'describe survey.sas7bdat', /read_sas\("in\.sas7bdat"\)/],
  ['describe of what is called Stata', 'describe panel.dta', /not a complete Stata file/],
  ['describe of an archive', 'describe data.zip', /Unpack it/],
  ['describe of no record', 'describe empty.csv', /nothing to describe/],
  ['a column of a flag', 'audit people.csv --rows educaton --columns marital', /Did you mean education\?/],
  ['a column of a spec', 'plan column.yaml', /column\.yaml:4: .*no column "sxe".*Did you mean sex\?/],
  ['a place of a spec', 'plan place.yaml', /place\.yaml:3: .*"distrct".*Did you mean district\?/],
  ['a query', 'plan query.yaml', /query\.yaml:6: .*"totals" is no attribute.*Did you mean total\?/],
  [
    'a field',
    'plan key.yaml',
    /key\.yaml:5: privacy: there is no field called "epsilonn" here\. Did you mean epsilon\?/,
  ],
  [
    'a field at the top',
    'plan top.yaml',
    /top\.yaml:6: there is no field called "worklod" here\. Did you mean workload\?/,
  ],
  ['a colon', 'plan colon.yaml', /A colon may be missing behind a name, in line 5 or 6/],
  [
    'a flag that is a field',
    'topdown town.yaml --epsilon 1',
    /unknown option '--epsilon'[\s\S]*In a spec it is `privacy\.epsilon`/,
  ],
  ['help on a command', 'help anonymise', /no command "anonymise"\. Did you mean anonymize\?/],
  ['a command', 'anonymise people.csv', /unknown command 'anonymise'[\s\S]*anonymize/],
  ['an encoding', 'describe people.csv --encoding ebcdic_us', /iconv -f EBCDIC-US -t UTF-8/],
  [
    'k of 1',
    'anonymize people.csv --k 1 --qi age --others drop --out o',
    /--k: with k = 1 every record stays as it is/,
  ],
  ['a spec with flags of its data', 'audit town.yaml --rows age', /write --rows into it/],
])('%s', (_, command, message) => {
  const { code, stderr } = tacet(command.split(' '), folder)
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
})

test('a remark names flags to who gave flags', () => {
  const made = tacet(
    'anonymize twice.csv --k 3 --qi age,sex --identifiers person --steps 50 --out remarked'.split(' '),
    folder,
  )
  expect(made.stderr).toMatch(/To count people, not lines, say so: --person person\./)
})
