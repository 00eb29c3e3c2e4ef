import { expect, test } from 'vitest'
import { LEVEL_COSTS, METHODS } from '../anonymity/index.ts'
import { MECHANISMS } from '../groups/index.ts'
import { ANONYMITY_METHODS, GROUP_MECHANISMS, LEVEL_COSTS as SPEC_COSTS } from '../spec/index.ts'

test('a spec takes the names of all methods, and no other', () => {
  expect([...ANONYMITY_METHODS].sort()).toEqual([...METHODS, 'auto', 'race'].sort())
  expect([...SPEC_COSTS]).toEqual([...LEVEL_COSTS])
  expect([...GROUP_MECHANISMS].sort()).toEqual([...MECHANISMS].sort())
})
