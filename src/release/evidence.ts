/**
 * What somebody who must judge a release asks for, in one document beside it: which definition, for whom, what is outside, what
 * was checked, where the randomness came from, who is trusted, why this budget. The order is that of NIST SP 800-226 (2025),
 * "Guidelines for Evaluating Differential Privacy Guarantees": the guarantee first, then the algorithm, then its setting.
 */
import type { About } from '../spec/index.ts'
import { definitionOf, type Guarantee } from './guarantee.ts'
import type { ManifestDraft } from './manifest.ts'

export const EVIDENCE_NAME = 'evidence.json'

const NOT_STATED = 'not stated'

/** Said on the terminal, in the evidence and in the report: another ledger, of a copy of the data, is not known here. */
export const FIRST_SPEND =
  'This was the first spend in this ledger. What was spent on the same data under another ledger, or on a copy of them, it does not count.'

/** The program that made a release. */
export interface Software {
  readonly tacet: string
  /** Of the sources it was built from; null where they were no repository. */
  readonly commit: string | null
  /** SHA-256 of the list of its parts (`sbom.json` of the package). */
  readonly sbomSha256: string | null
  readonly node: string
}

export interface EvidenceInput {
  readonly draft: ManifestDraft
  readonly guarantee: Guarantee
  readonly about: About | undefined
  /** The day, as 2026-11-17. */
  readonly date: string
  readonly software: Software
}

export interface Evidence {
  readonly format: 'tacet-evidence-1'
  readonly release: {
    readonly title: string | null
    readonly capability: string
    readonly runId: string
    readonly date: string
    readonly stamp: string | null
    readonly author: string
    readonly organisation: string
    readonly contact: string
    readonly cite: string
  }
  readonly guarantee: {
    readonly definition: string
    readonly loss: string
    readonly unit: string
    readonly statement: readonly string[]
    readonly outside: readonly string[]
    readonly reason: string
  }
  readonly algorithm: {
    /** Parts that add up to the loss; null where nothing is spent. */
    readonly composition: unknown
    readonly randomness: string
    readonly arithmetic: string
    readonly timing: string
  }
  readonly checks: Readonly<Record<string, unknown>>
  readonly ledger: { readonly name: unknown; readonly head: unknown; readonly begun?: string }
  readonly setting: {
    readonly trust: string
    readonly access: string
    readonly collection: string
    readonly retention: string
  }
  readonly software: Software
  readonly signOff: string
}

export function evidenceOf({ draft, guarantee, about, date, software }: EvidenceInput): Evidence {
  const { privacy, checks, command, title, runId, stamp } = draft
  const spends = typeof privacy.words === 'string'
  return {
    format: 'tacet-evidence-1',
    release: {
      title,
      capability: command,
      runId,
      date,
      stamp,
      author: about?.author ?? NOT_STATED,
      organisation: about?.organisation ?? NOT_STATED,
      contact: about?.contact ?? NOT_STATED,
      cite: about?.cite ?? citation(draft, about, date, software),
    },
    guarantee: {
      definition: definitionOf(guarantee, privacy),
      loss: spends ? String(privacy.words) : 'none is stated',
      unit: UNITS[String(privacy.unit)] ?? String(privacy.unit ?? 'none'),
      statement: texts(privacy.statement),
      outside: texts(privacy.publishedExactly),
      reason: about?.reason ?? NOT_STATED,
    },
    algorithm: {
      composition: privacy.cost ?? null,
      randomness: randomnessOf(draft, spends),
      arithmetic: spends
        ? 'Noise is drawn in whole numbers with exact probabilities; no floating point takes part in a draw.'
        : 'No noise is drawn.',
      timing: spends ? 'How long a draw takes depends on its value; that is not hidden.' : 'Not relevant.',
    },
    checks,
    ledger: {
      name: privacy.ledger ?? null,
      head: privacy.ledgerHead ?? null,
      ...(privacy.ledgerBegun === true && { begun: FIRST_SPEND }),
    },
    setting: {
      trust:
        'One curator holds the confidential data and runs the release; readers see what is published and nothing else.',
      access: about?.access ?? NOT_STATED,
      collection: about?.collection ?? NOT_STATED,
      retention: about?.retention ?? NOT_STATED,
    },
    software,
    signOff: 'Decisions of reviewers are kept beside the release, in a file that names it and ends in .review.jsonl.',
  }
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

const UNITS: Readonly<Record<string, string>> = {
  'add-remove-person': 'One more or one less, as the statement says of whom.',
  'change-person': 'One changed for another, as the statement says of whom.',
}

function randomnessOf({ stamp }: ManifestDraft, spends: boolean): string {
  if (!spends) return 'No noise is drawn.'
  return stamp?.includes('NOT PRIVATE')
    ? 'A seed that somebody chose, or a law that is not private: a test, not a release.'
    : 'A 256-bit key from the operating system, used by this run alone and destroyed once the measurements were stored; expanded by ChaCha20.'
}

function citation(
  { title, runId }: ManifestDraft,
  about: About | undefined,
  date: string,
  { tacet }: Software,
): string {
  const who = [about?.author, about?.organisation].filter((name) => name !== undefined).join(', ')
  return `${who === '' ? '' : `${who}. `}${title ?? 'Untitled release'}. ${date}. Made with Tacet ${tacet}, run ${runId}.`
}
