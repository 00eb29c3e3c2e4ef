/** What each column is to a person: proposed by `describe`, corrected by hand, kept in the `roles` of a spec. */
import type { ColumnDescription, RoleName, SpecShape } from '../answers.ts'

export const ROLE_NAMES: readonly RoleName[] = ['identifier', 'quasi-identifier', 'sensitive', 'plain']

export const ROLE_WORDS: Readonly<Record<RoleName, string>> = {
  identifier: 'names a person: left out',
  'quasi-identifier': 'could find a person: coarsened',
  sensitive: 'must not be learned of a person: published under rules',
  plain: 'published as it is',
}

export type Roles = Readonly<Record<string, RoleName>>

export const proposedRoles = (columns: readonly Pick<ColumnDescription, 'name' | 'role'>[]): Roles =>
  Object.fromEntries(columns.map(({ name, role }) => [name, role]))

/** The roles that a spec states: by name, by its quasi-identifiers, by its rules for sensitive columns. */
export function rolesOfSpec({ roles, anonymize }: Pick<SpecShape, 'roles' | 'anonymize'>): Roles {
  const named = (names: readonly string[], role: RoleName): Roles =>
    Object.fromEntries(names.map((name) => [name, role]))
  const ruled = (anonymize?.sensitive ?? []).map(({ column }) => column)
  return {
    ...named(ruled, 'sensitive'),
    ...named(anonymize?.quasiIdentifiers ?? [], 'quasi-identifier'),
    ...roles,
  }
}

export interface SpecChange {
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

/** What is written into a spec so that it has these roles; a column that it calls a quasi-identifier elsewhere has one role all the same. */
export function roleChanges({ anonymize }: Pick<SpecShape, 'anonymize'>, roles: Roles): readonly SpecChange[] {
  const named = anonymize?.quasiIdentifiers ?? []
  const kept = named.filter((name) => (roles[name] ?? 'quasi-identifier') === 'quasi-identifier')
  return [
    { path: ['roles'], value: roles },
    ...(kept.length < named.length ? [{ path: ['anonymize', 'quasiIdentifiers'], value: kept }] : []),
  ]
}
