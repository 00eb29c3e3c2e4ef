import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileGeography, compileSchema, compileSource, levelNames } from './compile-spec.ts'
import { EXAMPLE_SPEC } from './example-spec.ts'
import { parseSpec } from './read-spec.ts'
import { specJsonSchema } from './spec-schema.ts'

const minimal = `tacet: 1
source: { file: people.csv }
`

test('the example compiles into the model', () => {
  const spec = parseSpec(EXAMPLE_SPEC, 'town.yaml')
  const file = { path: '/somewhere/town.yaml', text: EXAMPLE_SPEC, spec }
  const schema = compileSchema(spec)
  expect(schema.attributes.map((a) => a.levels.length)).toEqual([2, 7, 4, 3])
  expect(schema.attributes[1].levels[1]).toBe('5-17')
  expect(levelNames(spec)).toEqual(['town', 'district', 'ward', 'block'])
  expect(compileGeography(file)).toEqual({ kind: 'columns', top: 'town', columns: ['district', 'ward', 'block'] })
  expect(compileSource(file)).toEqual({ kind: 'file', path: '/somewhere/people.parquet' })
})

test('JSON is a spec too', () => {
  expect(parseSpec('{"tacet": 1, "source": {"file": "a.csv"}}', 'x.json').source.file).toBe('a.csv')
})

test.each<[string, string, RegExp]>([
  ['an empty file', '', /^town\.yaml is empty/],
  ['broken YAML', 'tacet: [1', /^town\.yaml:1:\d+: this is not valid YAML/],
  ['no source', 'tacet: 1', /source: is missing/],
  ['another version', 'tacet: 2\nsource: { file: a.csv }', /town\.yaml:1: tacet: must be 1/],
  ['a typing mistake', `${minimal}atributes: []`, /there is no field called "atributes" here/],
  [
    'a typing mistake deep down',
    `${minimal}privacy:\n  epsilon: 1\n  unti: x`,
    /town\.yaml:\d: privacy: there is no field called "unti" here/,
  ],
  ['two sources', 'tacet: 1\nsource: { file: a, postgres: { url: u, from: t } }', /either a `file` or a `postgres`/],
  ['both budgets', `${minimal}privacy: { epsilon: 1, rho: 1 }`, /either `epsilon` or `rho`/],
  ['rho without delta', `${minimal}privacy: { rho: 1 }`, /say at which `delta`/],
  [
    'an unquoted code',
    `${minimal}attributes:\n  - name: code\n    levels: [012, 013]`,
    /town\.yaml:5: attributes\[0\]\.levels\[0\]: levels and codes are text: write "12" in quotes/,
  ],
  ['an attribute without values', `${minimal}attributes: [{ name: sex }]`, /one of `levels`, `bins` and `range`/],
  [
    'an attribute with two sets of values',
    `${minimal}attributes: [{ name: a, range: [0, 1], bins: [0, 1] }]`,
    /one of `levels`/,
  ],
  ['a wrong kind of thing', `${minimal}workload: total`, /town\.yaml:3: workload: .*expected array/i],
  ['a public fact without a word', `${minimal}public: [{ level: town }]`, /say what is public/],
])('%s is refused, with its place', (_, text, message) => {
  expect(() => parseSpec(text, 'town.yaml')).toThrow(message)
})

test.each<[string, string, RegExp]>([
  ['bins that fall', 'bins: [0, 18, 5]', /the bin edges must rise, and 5 follows 18/],
  ['a range that falls', 'range: [9, 1]', /runs from 9 to 1/],
  ['an endless range', 'range: [0, 1000000000]', /fewer than a million/],
])('%s are refused', (_, values, message) => {
  const spec = parseSpec(`${minimal}attributes: [{ name: age, ${values} }]`, 'town.yaml')
  expect(() => compileSchema(spec)).toThrow(message)
})

test('the published JSON Schema is the one the code makes', () => {
  const published = readFileSync(new URL('../../../schema/spec.json', import.meta.url), 'utf8')
  expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(specJsonSchema())))
})
