import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellCount, cellLevels, type Schema } from './attribute.ts'
import { answerLabels, compileQuery, coversAll } from './query.ts'

const none = { rule: 'error', values: [] } as const
const schema: Schema = {
  attributes: [
    { name: 'sex', column: 'sex', levels: ['f', 'm'], missing: none },
    { name: 'age', column: 'age', levels: ['0', '1', '2', '3'], missing: none },
    { name: 'race', column: 'race', levels: ['a', 'b', 'c'], missing: none },
  ],
  recodes: [
    {
      name: 'adult',
      attribute: 'age',
      groups: [
        { name: 'no', levels: ['0', '1'] },
        { name: 'yes', levels: ['2', '3'] },
      ],
    },
    { name: 'first', attribute: 'race', groups: [{ name: 'a', levels: ['a'] }] },
  ],
}

test('every cell is counted in the answer that carries its labels', () => {
  const groupOf = (name: string, level: string): string | undefined => {
    const recode = schema.recodes.find((r) => r.name === name)
    return recode === undefined ? level : recode.groups.find((g) => g.levels.includes(level))?.name
  }
  const names = fc.uniqueArray(fc.constantFrom('sex', 'age', 'race', 'adult', 'first'), { minLength: 1 })
  fc.assert(
    fc.property(names, fc.nat(cellCount(schema) - 1), (dimensions, cell) => {
      const query = compileQuery(schema, dimensions.join(' * '))
      const levels = cellLevels(schema, cell)
      const labels = query.dimensions.map((d) =>
        groupOf(d.name, levels[schema.attributes.findIndex((a) => a.name === d.attribute)]),
      )
      const answer = query.answerOf[cell]
      if (labels.includes(undefined)) expect(answer).toBe(-1)
      else expect(answerLabels(query, answer)).toEqual(labels)
    }),
  )
})

test('the total has one answer, the detail has one a cell', () => {
  expect(compileQuery(schema, 'total')).toMatchObject({ answers: 1, name: 'total' })
  expect([...compileQuery(schema, 'detailed').answerOf]).toEqual([...Array(24).keys()])
})

test('a recode that leaves levels out does not cover all', () => {
  expect(coversAll(compileQuery(schema, 'sex * adult'))).toBe(true)
  expect(coversAll(compileQuery(schema, 'first'))).toBe(false)
})

test('an unknown name is answered with those there are', () => {
  expect(() => compileQuery(schema, 'sex * wealth')).toThrow(
    /"wealth" is no attribute or recode. There are: total, detailed, sex/,
  )
  expect(() => compileQuery(schema, 'sex * sex')).toThrow(/crosses "sex" with itself/)
})
