export interface Manifest {
  readonly command: string
  readonly title: string | null
  readonly runId: string
  readonly stamp: string | null
  readonly tacet: string
  readonly inputs: readonly { readonly name: string }[]
  readonly outputs: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[]
  readonly privacy: Readonly<Record<string, unknown>>
  readonly checks: Readonly<Record<string, unknown>>
  readonly result: Readonly<Record<string, unknown>>
}

export interface ReviewLine {
  readonly decision: 'approved' | 'returned' | 'refused'
  readonly reviewer: string
  readonly reason: string
  readonly at: string
  readonly checks: { readonly passed: number; readonly failed: number }
  readonly sameManifest: boolean
}

export interface ReleaseAnswer {
  readonly path: string
  readonly manifest: Manifest
  readonly report: string | null
  /** Median standard errors of the released answers; empty where the release states none. */
  readonly errors: readonly { level: string; query: string; regions: number; standardError: number }[]
  readonly reviews: readonly ReviewLine[]
}

export interface Check {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}

export interface ReleaseTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly matching: number
  readonly levels: Readonly<Record<string, readonly string[]>>
}

/** The errors that a release states, one line per level and query. */
export interface QueryError {
  readonly level: string
  readonly query: string
  readonly regions: number
  readonly standardError: number
  readonly margin95: number
}

/** What the released answers state, or where they state nothing the noise of the measurements themselves. */
export function queryErrors({ errors, manifest }: Pick<ReleaseAnswer, 'errors' | 'manifest'>): readonly QueryError[] {
  if (errors.length > 0) return errors.map((one) => ({ ...one, margin95: 1.96 * one.standardError }))
  const list = manifest.result.queries
  if (!Array.isArray(list)) return []
  return list.filter((one): one is QueryError => typeof one?.level === 'string' && typeof one?.margin95 === 'number')
}
