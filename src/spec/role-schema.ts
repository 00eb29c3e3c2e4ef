/** What a column is to a person: how it is treated when records are published. */
import { z } from 'zod'
import { listOf } from './short-texts.ts'

export const ROLES: readonly ['identifier', 'quasi-identifier', 'sensitive', 'plain'] = [
  'identifier',
  'quasi-identifier',
  'sensitive',
  'plain',
]

export const role = z
  .enum(ROLES, { error: `is one of ${ROLES.join(', ')}` })
  .describe(
    'identifier: names a person, and is left out. quasi-identifier: could find a person, and is coarsened. sensitive: must not be learned of a person, and is published as it is under rules. plain: published as it is.',
  )

export const roles = z.record(z.string(), role)

export type Role = z.output<typeof role>

/** Columns of one role, as a spec holds them. */
export const rolesOf =
  (role: Role) =>
  (text: string): Readonly<Record<string, Role>> =>
    Object.fromEntries(listOf(text).map((column) => [column, role]))
