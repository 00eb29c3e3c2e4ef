/** Whether a table may be published by its audit: refused while a small count can be worked out or a rule that was set is broken. */
import { RequestError } from '../../request-error.ts'
import type { AuditDocument } from './document.ts'
import { hiddenWords } from './hidden-words.ts'
import { mayBeSmall } from './may-be-small.ts'

export function checkPublishable(found: AuditDocument): void {
  const reason = reasonAgainst(found)
  if (reason === undefined) return
  const { smallDisclosed } = found.cells
  const next = 'Search for a design that discloses none (`suggest`), merge levels, or round the shares (`decimals`).'
  throw new RequestError('infeasible', `publish: ${reason} ${next}`, { field: 'publish', smallDisclosed })
}

function reasonAgainst(found: AuditDocument): string | undefined {
  const { cells, exact, hidden, table, rules } = found
  const small = cells.smallDisclosed
  if (small > 0)
    return `${small} count${small === 1 ? '' : 's'} below ${rules.small} can be worked out from this table.`
  const loose = exact ? 0 : table.flatMap(({ bounds }) => bounds.filter((b) => mayBeSmall(b, rules.small))).length
  if (loose > 0) return `the bounds of ${loose} cells are too loose to rule out that a small count can be worked out.`
  if (hidden.length > 0) return hiddenWords(hidden)
  const broken = rulesBroken(found)
  return broken > 0 ? `${broken} cells break a rule that was set.` : undefined
}

/** Larger counts may be disclosed unless a width or a number of feasible counts was asked for. */
function rulesBroken({ findings, rules }: AuditDocument): number {
  const wide = rules.width > 0 || rules.few > 1
  return findings.filter(({ kind }) => kind !== 'known-small' && (wide || kind !== 'disclosed')).length
}
