/** Whether a table may be published by its audit: refused while a small count can be worked out or a rule that was set is broken. */
import { RequestError } from '../../request-error.ts'
import type { AuditDocument } from './document.ts'
import { hiddenWords } from './hidden-words.ts'
import { mayBeSmall } from './may-be-small.ts'

/** `chosen`: the design is one that a search found, so to search is no advice. */
export function checkPublishable(found: AuditDocument, { chosen }: { readonly chosen: boolean }): void {
  const reason = reasonAgainst(found, chosen)
  if (reason === undefined) return
  const { smallDisclosed } = found.cells
  throw new RequestError('infeasible', `publish: ${reason}`, { field: 'publish', smallDisclosed })
}

/** What stands against it, and what has not been done about that yet. */
function reasonAgainst(found: AuditDocument, chosen: boolean): string | undefined {
  const { cells, decimals, exact, hidden, table, rules } = found
  const another = chosen ? 'Choose another design (`choose`)' : 'Search for a design that discloses none (`suggest`)'
  const rounder = decimals === null ? 'round the shares (`decimals`)' : 'publish fewer decimals (`decimals`)'
  const small = cells.smallDisclosed
  if (small > 0)
    return `${small} count${small === 1 ? '' : 's'} below ${rules.small} can be worked out from this table. ${another}, merge levels, or ${rounder}.`
  const loose = exact ? 0 : table.flatMap(({ bounds }) => bounds.filter((b) => mayBeSmall(b, rules.small))).length
  if (loose > 0)
    return `the bounds of ${loose} cells are too loose to rule out that a small count can be worked out. ${another}, or merge levels.`
  if (hidden.length > 0) {
    const merge = chosen ? another : 'Merge such levels with others'
    return `${hiddenWords(hidden)} ${merge}, or publish more decimals (\`decimals\`).`
  }
  const broken = rulesBroken(found)
  if (broken === 0) return undefined
  return `${broken} cells break a rule that was set. ${chosen ? another : 'Merge levels'}, or ask for less (\`width\`, \`few\`).`
}

/** Larger counts may be disclosed unless a width or a number of feasible counts was asked for. */
function rulesBroken({ findings, rules }: AuditDocument): number {
  const wide = rules.width > 0 || rules.few > 1
  return findings.filter(({ kind }) => kind !== 'known-small' && (wide || kind !== 'disclosed')).length
}
