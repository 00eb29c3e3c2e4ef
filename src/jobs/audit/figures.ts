import type { CellsDocument } from './audit-cells.ts'
import type { AuditDocument } from './document.ts'
import type { LinkedDocument } from './linked-audit.ts'
import type { SuggestDocument } from './suggest-designs.ts'

/** What an audit found, by what was asked. */
export type AuditFigures =
  | { readonly kind: 'table'; readonly found: AuditDocument }
  | {
      /** A table that was published, in this design. */
      readonly kind: 'published'
      readonly found: AuditDocument
      readonly design: { readonly rows: readonly string[]; readonly columns: readonly string[] }
    }
  | { readonly kind: 'releases'; readonly found: LinkedDocument }
  | { readonly kind: 'suggest'; readonly found: SuggestDocument }
  | { readonly kind: 'figures'; readonly found: CellsDocument }
