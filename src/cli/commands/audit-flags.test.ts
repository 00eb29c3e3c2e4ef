import { expect, test } from 'vitest'
import { auditCommand } from './audit.ts'

const DATA = ['x.csv', '--rows', 'g', '--columns', 'c']
const SUGGEST = [...DATA, '--suggest']
const LONG = [...DATA, '--share', 'p', '--n', '9']
const WIDE = ['x.csv', '--rows', 'g', '--shares', 'p,q', '--n', '9']
const RELEASE = ['x.csv', '--release', 'a,b']
const SPEC = ['x.yaml']

test.each<[readonly string[], ...string[]]>([
  ...[
    '--known k',
    '--decimals 2',
    '--width 3',
    '--few 2',
    '--no-zeros',
    '--share p',
    '--shares p',
    '--n 9',
    '--out o',
  ].map((flag): [string[], ...string[]] => [SUGGEST, ...flag.split(' ')]),
  ...['--decimals 2', '--rows g', '--columns c', '--share p', '--n 9', '--width 3', '--few 2'].map(
    (flag): [string[], ...string[]] => [RELEASE, ...flag.split(' ')],
  ),
  [SUGGEST, '--format', 'csv'],
  [RELEASE, '--suggest'],
  [RELEASE, '--ordered', 'a'],
  [RELEASE, '--moves', '2'],
  [DATA, '--cells', 'g'],
  [DATA, '--ordered', 'g'],
  [DATA, '--moves', '2'],
  [DATA, '--time', '2s'],
  [DATA, '--format', 'parquet'],
  [LONG, '--merge', 'g:a=b|c'],
  [LONG, '--count', 'n'],
  [LONG, '--shares', 'p,q'],
  [WIDE, '--columns', 'c'],
  [WIDE, '--merge', 'g:a=b|c'],
  [SPEC, '--rows', 'g'],
  [SPEC, '--release', 'a,b'],
  [SPEC, '--small', '3'],
  [SPEC, '--ordered', 'g'],
  [[...SPEC, '--suggest'], '--few', '2'],
  [[...SPEC, '--suggest'], '--out', 'o'],
])('%j with %s is refused by name', async (base, flag, ...value) => {
  const parsed = auditCommand().parseAsync([...base, flag, ...value], { from: 'user' })
  await expect(parsed).rejects.toMatchObject({ code: 'input' })
  await expect(parsed).rejects.toThrow(`${flag} does nothing`)
})
