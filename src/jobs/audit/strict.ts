/** What `--strict` holds against an audit: small counts disclosed, or bounds too loose to rule it out. */

import type { CellsDocument } from './audit-cells.ts'
import type { AuditDocument } from './document.ts'
import { hiddenWords } from './hidden-words.ts'
import type { LinkedDocument } from './linked-audit.ts'
import { mayBeSmall } from './may-be-small.ts'
import type { SuggestDocument } from './suggest-designs.ts'
import type { VersionsDocument } from './versions-audit.ts'

export function strictAudit({ cells, exact, hidden, table, rules }: AuditDocument): string | undefined {
  if (cells.smallDisclosed > 0) return disclosing(cells.smallDisclosed)
  if (hidden.length > 0) return hiddenWords(hidden)
  if (exact) return undefined
  const doubtful = table.flatMap(({ bounds }) => bounds.filter((bound) => mayBeSmall(bound, rules.small)))
  return doubtful.length === 0 ? undefined : notShown(doubtful.length)
}

export function strictLinked({ cells, table, small }: LinkedDocument): string | undefined {
  if (cells.smallDisclosed > 0) return disclosing(cells.smallDisclosed)
  const doubtful = table.filter(({ exact, lower, upper }) => !exact && mayBeSmall([lower, upper], small))
  return doubtful.length === 0 ? undefined : notShown(doubtful.length)
}

/** Of the table given: what is found beside it is no reason against it. */
export function strictSuggest({ start }: SuggestDocument): string | undefined {
  return start.smallDisclosed > 0 ? disclosing(start.smallDisclosed) : undefined
}

export function strictVersions({ pairs }: VersionsDocument): string | undefined {
  const worst = pairs.find(({ belowK }) => belowK > 0)
  return worst === undefined ? undefined : `${worst.first} and ${worst.second} together undo the anonymity of each.`
}

export function strictCells({ exact, small, unshown }: CellsDocument): string | undefined {
  if (exact + small > 0) return `${exact + small} withheld cells can be worked out, or are known to be small.`
  return unshown === 0 ? undefined : notShown(unshown)
}

function disclosing(count: number): string {
  return `the table discloses ${count} small count${count === 1 ? '' : 's'}.`
}

function notShown(count: number): string {
  return `it could not be shown to be safe: the bounds of ${count} cells hold, but tighter ones may pin a small count.`
}
