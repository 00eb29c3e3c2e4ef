import { expect, test } from 'vitest'
import { besideSpec, fromSpec } from '../spec-paths.ts'
import { proposedRoles, roleChanges, rolesOfSpec } from './roles.ts'

const anonymize = { k: 3, quasiIdentifiers: ['age', 'town'], sensitive: [{ column: 'illness' }] }

test('a spec states roles in three places, and the named one counts', () => {
  expect(rolesOfSpec({ roles: { name: 'identifier', illness: 'plain' }, anonymize })).toEqual({
    name: 'identifier',
    illness: 'plain',
    age: 'quasi-identifier',
    town: 'quasi-identifier',
  })
})

test('a corrected role leaves no second one behind', () => {
  const roles = { age: 'quasi-identifier', town: 'plain', illness: 'sensitive' } as const
  expect(roleChanges({ anonymize }, roles)).toEqual([
    { path: ['roles'], value: roles },
    { path: ['anonymize', 'quasiIdentifiers'], value: ['age'] },
  ])
  expect(roleChanges({ anonymize }, { town: 'quasi-identifier' })).toHaveLength(1)
  expect(roleChanges({}, { town: 'plain' })).toHaveLength(1)
})

test('proposals come from the description', () => {
  expect(proposedRoles([{ name: 'id', role: 'identifier' }])).toEqual({ id: 'identifier' })
})

test('files are named from beside the spec and back', () => {
  for (const [spec, file] of [
    ['a.yaml', 'a.csv'],
    ['in/a.yaml', 'in/a.csv'],
    ['in/a.yaml', 'other/a.csv'],
  ])
    expect(besideSpec(spec, fromSpec(spec, file))).toBe(file)
  expect(fromSpec('in/a.yaml', 'other/a.csv')).toBe('../other/a.csv')
})
