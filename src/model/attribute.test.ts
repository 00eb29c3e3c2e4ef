import { expect, test } from 'vitest'
import { cellCount, cellLevels, checkSchema, type Schema } from './attribute.ts'

const none = { rule: 'error', values: [] } as const
const schema: Schema = {
  attributes: [
    { name: 'sex', column: 'sex', levels: ['f', 'm'], missing: none },
    { name: 'age', column: 'age', levels: ['0', '1', '2'], missing: none },
  ],
  recodes: [{ name: 'adult', attribute: 'age', groups: [{ name: 'yes', levels: ['2'] }] }],
}

test('cells run over the cross of the levels, the last attribute fastest', () => {
  checkSchema(schema)
  expect(cellCount(schema)).toBe(6)
  expect([...Array(6).keys()].map((cell) => cellLevels(schema, cell).join(''))).toEqual([
    'f0',
    'f1',
    'f2',
    'm0',
    'm1',
    'm2',
  ])
})

const age = schema.attributes[1]
test.each<[string, Schema, RegExp]>([
  ['a level twice', { ...schema, attributes: [{ ...age, levels: ['0', '0'] }], recodes: [] }, /"0" is listed twice/],
  ['no levels', { ...schema, attributes: [{ ...age, levels: [] }], recodes: [] }, /has no levels/],
  ['a name twice', { attributes: [age, age], recodes: [] }, /"age" names two/],
  [
    'a recode of nothing',
    { ...schema, recodes: [{ name: 'x', attribute: 'height', groups: [] }] },
    /"height", which is no attribute. There are: sex, age/,
  ],
  [
    'overlapping groups',
    {
      ...schema,
      recodes: [
        {
          name: 'x',
          attribute: 'age',
          groups: [
            { name: 'a', levels: ['0', '1'] },
            { name: 'b', levels: ['1'] },
          ],
        },
      ],
    },
    /"1" is in "a" and in "b"/,
  ],
  [
    'a level nobody has',
    { ...schema, recodes: [{ name: 'x', attribute: 'age', groups: [{ name: 'a', levels: ['9'] }] }] },
    /"9", which "age" does not have/,
  ],
  [
    'missing values without a home',
    { attributes: [{ ...age, missing: { rule: 'level', values: [''], level: 'unknown' } }], recodes: [] },
    /"unknown", which is not among its levels/,
  ],
  [
    'too many cells',
    { attributes: Array.from({ length: 22 }, (_, i) => ({ ...age, name: `a${i}` })), recodes: [] },
    /Group levels, or leave an attribute out/,
  ],
])('a schema with %s is refused', (_, bad, message) => {
  expect(() => checkSchema(bad)).toThrow(message)
})
