import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileGeography, compileSource } from '../data/index.ts'
import type { SpecAudit } from './audit-schema.ts'
import { compileSchema, levelNames } from './compile-schema.ts'
import { EXAMPLE_SPEC } from './example-spec.ts'
import { parseSpec } from './parse-spec.ts'
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
  [
    'two sources',
    'tacet: 1\nsource: { file: a, postgres: { url: u, from: t } }',
    /name one source: a `file`, `postgres` or `clickhouse`/,
  ],
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
  ['a wrong kind of thing', `${minimal}workload: total`, /town\.yaml:3: workload: must be a list, and is text/],
  ['a public fact without a word', `${minimal}public: [{ level: town }]`, /say what is public/],
  [
    'a number that is not whole',
    `${minimal}audit: { rows: [a], columns: [b], small: 1.5 }`,
    /town\.yaml:3: audit\.small: must be a whole number, and is not whole/,
  ],
  [
    'a level that an order lists twice',
    `${minimal}audit:\n  rows: [a]\n  columns: [b]\n  order: { a: [x, y, x] }`,
    /town\.yaml:6: audit\.order\.a\[2\]: the level "x" is listed twice\. List it once\./,
  ],
  [
    'an order of unquoted numbers',
    `${minimal}audit: { rows: [a], columns: [b], order: { a: [1, 2] } }`,
    /audit\.order\.a\[0\]: levels and codes are text: write "1" in quotes/,
  ],
  [
    'a number that has no end',
    `${minimal}attributes: [{ name: a, bins: [0, .inf] }]`,
    /bins\[1\]: must be a number, and is not a finite one/,
  ],
  ['too few entries', `${minimal}attributes: [{ name: a, bins: [0] }]`, /bins: must have at least 2 entries/],
  ['an empty name', `${minimal}attributes: [{ name: "", range: [0, 1] }]`, /name: must not be empty/],
  ['a number that is too small', `${minimal}topdown: { simulations: -1 }`, /simulations: must be at least 0/],
  [
    'a list for names and values',
    `${minimal}recodes: [{ name: a, of: b, groups: [] }]`,
    /groups: must be a set of names and values, as in \{ name: value \}, and is a list/,
  ],
  [
    'a list for an exact number',
    `${minimal}privacy: { epsilon: [1] }`,
    /privacy\.epsilon: must be a number: a decimal/,
  ],
  [
    'a list of lists for levels',
    `${minimal}attributes: [{ name: a, levels: [[a]] }]`,
    /levels and codes are text, one by one/,
  ],
  ['data for a spec', 'north,f,3\nsouth,m,4\n', /^town\.yaml is not a spec/],
  ['a list for a spec', '- 1\n- 2\n', /^town\.yaml is not a spec/],
  [
    'an alias without an anchor',
    `${minimal}title: *here`,
    /town\.yaml:3: a text that begins with \* refers to an anchor/,
  ],
  [
    'an alias within itself',
    `${minimal}recodes: &all [*all]`,
    /town\.yaml:3: an alias \(\*\) refers to what it is a part of/,
  ],
  ['a nest without end', `${minimal}title: ${'['.repeat(20_000)}`, /nested too deeply|not valid YAML/],
])('%s is refused, with its place', (_, text, message) => {
  expect(() => parseSpec(text, 'town.yaml')).toThrow(message)
})

test('an alias bomb is refused', () => {
  const lines = ['tacet: 1', 'a: &a [x, x, x, x, x, x, x, x, x, x]']
  for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg'])
    lines.push(`${to}: &${to} [${`*${from}, `.repeat(10)}]`)
  expect(() => parseSpec(lines.join('\n'), 'town.yaml')).toThrow(/its aliases \(\*\) repeat more than 1000 values/)
})

test('what YAML is broken by is not quoted', () => {
  for (const text of [
    'a: b\nSECRET: x: y',
    '"SECRET" "SECRET"',
    'a: "SECRET',
    '- a\nSECRET',
    '%SECRET',
    'a: @SECRET',
    'a: |SECRET',
  ]) {
    const told = (() => {
      try {
        parseSpec(text, 'town.yaml')
        return 'nothing'
      } catch (error) {
        return (error as Error).message
      }
    })()
    expect(told, text).toMatch(/^town\.yaml/)
    expect(told).not.toMatch(/SECRET/)
  }
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])(
  '%s is a name like any other',
  (name) => {
    const spec = parseSpec(
      `${minimal}privacy: { epsilon: 1, levels: { all: 1/2, ${name}: 1/2 } }
geography: { columns: [${name}] }
attributes: [{ name: ${name}, levels: [${name}, other] }]
recodes: [{ name: r, of: ${name}, groups: { ${name}: [${name}], rest: [other] } }]
impossible: [{ ${name}: [other] }]
audit: { rows: [a], columns: [b], merge: { ${name}: { ${name}: [x] } }, order: { ${name}: [x] } }
`,
      'town.yaml',
    )
    expect(Object.entries(spec.privacy?.levels ?? {})).toEqual([
      ['all', '1/2'],
      [name, '1/2'],
    ])
    expect(compileSchema(spec).recodes[0].groups).toEqual([
      { name, levels: [name] },
      { name: 'rest', levels: ['other'] },
    ])
    expect(Object.entries(spec.impossible[0])).toEqual([[name, ['other']]])
    expect(spec.audit).toMatchObject({ kind: 'table' })
    const { merge, order } = spec.audit as Extract<SpecAudit, { kind: 'table' }>
    expect(Object.keys(merge)).toEqual([name])
    expect(Object.entries(order)).toEqual([[name, ['x']]])
    const absent = parseSpec(minimal, 'town.yaml')
    expect((absent.output as Record<string, unknown>)[name]).toBeUndefined()
  },
)

test.each<[string, string, RegExp]>([
  ['bins that fall', 'bins: [0, 18, 5]', /the bin edges must rise, and 5 follows 18/],
  ['a range that falls', 'range: [9, 1]', /runs from 9 to 1/],
  ['an endless range', 'range: [0, 1000000000]', /fewer than a million/],
])('%s are refused', (_, values, message) => {
  const spec = parseSpec(`${minimal}attributes: [{ name: age, ${values} }]`, 'town.yaml')
  expect(() => compileSchema(spec)).toThrow(message)
})

test('the published JSON Schema is the one the code makes', () => {
  const published = readFileSync(new URL('../../schema/spec.json', import.meta.url), 'utf8')
  expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(specJsonSchema())))
})

test('a field that is called __proto__ by mistake is named as it is', () => {
  expect(() => parseSpec(`${minimal}__proto__: 1`, 'town.yaml')).toThrow(/there is no field called "__proto__" here/)
})
