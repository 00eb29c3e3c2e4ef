/** What saving a design changes in the `audit` of a spec: the fields that the page edits. The others stay as the person wrote them. */
import { parseRelease } from '../../src/spec/release-text.ts'
import type { SpecChange } from '../data/roles.ts'
import type { AuditFields } from './spec-fields.ts'

const EDITED = ['rows', 'columns', 'releases', 'cells', 'merge', 'order', 'small', 'decimals', 'known'] as const

interface Before {
  readonly kind?: string
  readonly releases?: readonly string[] | undefined
}

/** Between one table and several releases most other fields lose their meaning: all is written anew. */
export function auditChanges(before: Before | undefined, fields: AuditFields): readonly SpecChange[] {
  const { releases = [], decimals } = fields
  if (before === undefined || (before.releases ?? []).length > 0 !== releases.length > 0)
    return [{ path: ['audit'], value: fields }]
  const isRounded = decimals !== undefined || releases.some((text) => parseRelease(text).decimals !== undefined)
  return [
    ...EDITED.map((name) => ({ path: ['audit', name], value: fields[name] ?? null })),
    ...(isRounded ? [] : [{ path: ['audit', 'rounding'], value: null }]), // it is refused where nothing is rounded
  ]
}
