import { expect, test } from 'vitest'
import { MECHANISMS } from '../groups/index.ts'
import { DECIDE_MECHANISMS as DECISION_MECHANISMS } from '../jobs/decide/job.ts'
import { METHOD_NAMES } from '../jobs/index.ts'
import { ANONYMITY_METHODS, DECIDE_MECHANISMS, GROUP_MECHANISMS } from './names.ts'

test('the help lists the names that are accepted', () => {
  expect([...ANONYMITY_METHODS].sort()).toEqual([...METHOD_NAMES].sort())
  expect([...GROUP_MECHANISMS].sort()).toEqual([...MECHANISMS].sort())
  expect([...DECIDE_MECHANISMS].sort()).toEqual([...DECISION_MECHANISMS].sort())
})
