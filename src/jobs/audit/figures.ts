import type { AuditDocument } from './document.ts'
import type { LinkedDocument } from './linked-audit.ts'
import type { SuggestDocument } from './suggest-designs.ts'

/** What an audit found, by what was asked. */
export type AuditFigures =
  | { readonly kind: 'table'; readonly found: AuditDocument }
  | { readonly kind: 'releases'; readonly found: LinkedDocument }
  | { readonly kind: 'suggest'; readonly found: SuggestDocument }
