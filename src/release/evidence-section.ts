/** The evidence as the last section of a report. */
import { readableLoss } from '../privacy/readable-loss.ts'
import type { Evidence } from './evidence.ts'
import type { Block, Fact, Section } from './report-parts.ts'

export function evidenceSection(evidence: Evidence): Section {
  const { release, guarantee, algorithm, checks, ledger, setting, software, signOff } = evidence
  const facts: Fact[] = [
    { label: 'Definition', value: guarantee.definition },
    { label: 'Loss', value: readableLoss(guarantee.loss) },
    { label: 'Unit of protection', value: guarantee.unit },
    { label: 'Outside the guarantee', value: guarantee.outside.join('; ') || 'nothing is listed' },
    { label: 'Reason for these values', value: guarantee.reason },
    { label: 'Randomness', value: algorithm.randomness },
    { label: 'Arithmetic', value: algorithm.arithmetic },
    { label: 'Checks that were run', value: checkWords(checks) },
    { label: 'Ledger', value: ledgerWords(ledger) },
    { label: 'Trust', value: setting.trust },
    { label: 'Who sees the data', value: setting.access },
    { label: 'Collection and period', value: setting.collection },
    { label: 'Kept until', value: setting.retention },
    { label: 'Software', value: softwareWords(software) },
    { label: 'Sign-off', value: signOff },
    { label: 'How to cite', value: release.cite },
  ]
  const blocks: Block[] = [
    {
      kind: 'paragraph',
      text: 'What somebody who must judge this release asks for, after NIST SP 800-226. The same is in evidence.json, for programs.',
    },
    { kind: 'facts', facts },
  ]
  return { title: 'Evidence', blocks }
}

/** Below the title: when, and who answers for it. */
export function bylineOf({ release: { date, author, organisation, contact } }: Evidence): string {
  const stated = [author, organisation, contact].filter((text) => text !== 'not stated')
  return [longDate(date), ...stated].join(' · ')
}

function longDate(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

/** `childrenAddUp: true` as "children add up"; what failed is said to have failed; hashes are left to the file. */
function checkWords(checks: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(checks).flatMap(([name, value]) => {
    const plain = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
    return value === true ? [plain] : value === false ? [`${plain}: NO`] : []
  })
  return words.join('; ') || 'those of tacet verify'
}

function ledgerWords({ name, head, begun }: Evidence['ledger']): string {
  if (typeof name !== 'string') return 'none: nothing was charged'
  const { index, hash } = (head ?? {}) as { readonly index?: number; readonly hash?: string }
  const place = hash === undefined ? name : `${name}, entry ${index}, ${hash.slice(0, 16)}…`
  return begun === undefined ? place : `${place}. ${begun}`
}

function softwareWords({ tacet, commit, sbomSha256, node }: Evidence['software']): string {
  const parts = [`Tacet ${tacet}`, `Node ${node}`]
  if (commit !== null) parts.push(`commit ${commit.slice(0, 12)}`)
  if (sbomSha256 !== null) parts.push(`list of parts ${sbomSha256.slice(0, 12)}…`)
  return parts.join(', ')
}
