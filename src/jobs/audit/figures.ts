import type { Merge } from '../../spec/index.ts'
import type { CellsDocument } from './audit-cells.ts'
import type { AuditDocument } from './document.ts'
import type { LinkedDocument } from './linked-audit.ts'
import type { SuggestDocument } from './suggest-designs.ts'
import type { VersionsDocument } from './versions-audit.ts'

/** The table that was published, beside the one that was asked for. */
export interface PublishedDesign {
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly merges: readonly Merge[]
  /** Variables that a search left out. */
  readonly omitted: readonly string[]
}

/** What an audit found, by what was asked. */
export type AuditFigures =
  | { readonly kind: 'table'; readonly found: AuditDocument }
  | {
      /** A table that was published, in this design. */
      readonly kind: 'published'
      readonly found: AuditDocument
      readonly design: PublishedDesign
    }
  | { readonly kind: 'releases'; readonly found: LinkedDocument }
  | { readonly kind: 'versions'; readonly found: VersionsDocument }
  | { readonly kind: 'suggest'; readonly found: SuggestDocument }
  | { readonly kind: 'figures'; readonly found: CellsDocument }
