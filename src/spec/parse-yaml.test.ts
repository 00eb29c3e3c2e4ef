import { expect, test } from 'vitest'
import { parseYaml } from './parse-yaml.ts'

test.each([
  ['a: 1\nb: 2\na: 3\n', 'spec.yaml:3:1'],
  ['a: { x: 1, x: 2 }\n', 'spec.yaml:1:12'],
  ['{ "a": 1, a: 2 }', 'spec.yaml:1:11'],
  ['1: 1\n1: 2\n', 'spec.yaml:2:1'],
])('a key that is given twice is refused where it stands: %j', (text, where) => {
  expect(() => parseYaml(text, 'spec.yaml')).toThrow(`${where}: this is not valid YAML (the same key is given twice).`)
})

test('keys of different maps, and keys of different kinds, are not the same', () => {
  expect(parseYaml('a: { x: 1 }\nb: { x: 2 }\n1: 3\n"1": 4\n', 'x').value).toBeDefined()
})

test('ninety thousand keys are read, in the time of a few hundred thousand look-ups', () => {
  const text = Array.from({ length: 90_000 }, (_, i) => `k${i}: 1\n`).join('')
  expect(Object.keys(parseYaml(text, 'x').value as object)).toHaveLength(90_000)
})
