import { expect, test } from 'vitest'
import { parsePart, partText } from './spec-part.ts'

const SPEC = `tacet: 1
source: { file: people.csv }
public:
  # the census of last year
  - { name: people, query: total, level: town, exactly: 12 }
`

test('a part is shown alone, and read back as it was', () => {
  expect(parsePart(partText(SPEC, 'public'), 'public')).toEqual([
    { name: 'people', query: 'total', level: 'town', exactly: 12 },
  ])
  expect(partText(SPEC, 'units')).toBe('')
  expect(parsePart('', 'public')).toBeNull()
  expect(() => parsePart('- { name: [', 'public')).toThrow(/^public:1:\d+: this is not valid YAML/)
})
