import { expect, test } from 'vitest'
import type { Attribute, Schema } from '../../model/attribute.ts'
import { compileQuery } from '../../model/query.ts'
import { inSchemaOrder, marginalOfQuery, shapeOfSchema } from './marginal-of-query.ts'

const attribute = (name: string, levels: readonly string[]): Attribute => ({
  name,
  column: name,
  levels,
  missing: { rule: 'error', values: [] },
})
const schema: Schema = {
  attributes: [attribute('sex', ['f', 'm']), attribute('age', ['0', '1', '2']), attribute('home', ['yes', 'no'])],
  recodes: [
    { name: 'adult', attribute: 'age', groups: [{ name: 'minor', levels: ['0', '1'] }] },
    {
      name: 'ages',
      attribute: 'age',
      groups: ['2', '0', '1'].map((level) => ({ name: `age ${level}`, levels: [level] })),
    },
    { name: 'split', attribute: 'age', groups: ['0', '1'].map((level) => ({ name: level, levels: [level] })) },
  ],
}
const shape = shapeOfSchema(schema)
const subsetOf = (text: string): number | undefined => marginalOfQuery(schema, compileQuery(schema, text))?.subset

test('crosses of whole attributes are marginals', () => {
  expect(subsetOf('total')).toBe(0)
  expect(subsetOf('age')).toBe(0b010)
  expect(subsetOf('sex * home')).toBe(0b101)
  expect(subsetOf('home * sex')).toBe(0b101)
  expect(subsetOf('detailed')).toBe(0b111)
})

test('recodes that group or leave out levels are none, those that rename them are', () => {
  expect(subsetOf('adult')).toBeUndefined()
  expect(subsetOf('split')).toBeUndefined()
  expect(subsetOf('age * ages')).toBeUndefined()
  expect(subsetOf('sex * ages')).toBe(0b011)
})

test.each(['age * sex', 'home * age * sex', 'ages * sex', 'sex * age'])(
  'the answers of %s are put into the order of the schema',
  (text) => {
    const query = compileQuery(schema, text)
    const counts = Float64Array.from({ length: 12 }, (_, i) => i * i + 1)
    const answers = new Float64Array(query.answers)
    counts.forEach((count, cell) => {
      answers[query.answerOf[cell]] += count
    })
    const marginal = marginalOfQuery(schema, query, shape)
    if (marginal === undefined) throw new Error('it is a marginal')
    expect([...inSchemaOrder(marginal, answers)]).toEqual([...shape.marginal(counts, marginal.subset)])
    expect(marginal.from === undefined).toBe(text === 'sex * age')
  },
)
