/** What the server answers of a file and of a spec, as the page uses it. */
export interface ColumnDescription {
  readonly name: string
  readonly type: string
  readonly distinct: number
  readonly missing: number
  readonly levels: readonly string[]
  readonly smallest: number | null
  readonly largest: number | null
  /** Of dates. */
  readonly earliest: string | null
  readonly latest: string | null
  readonly looksLike: string
  /** The role that is proposed for it. */
  readonly role: RoleName
  /** Why its values cannot be read yet: they have two meanings. */
  readonly doubt: { readonly field: string; readonly words: string } | null
}

/** What a column is to a person. */
export type RoleName = 'identifier' | 'quasi-identifier' | 'sensitive' | 'plain'

/** How a text file is read, as a spec says it. */
export interface Reading {
  readonly dates?: readonly string[]
  readonly decimal?: string
  readonly [field: string]: unknown
}

export interface FileDescription {
  readonly path: string
  readonly read: Reading
  readonly doubtfulHeader: boolean
  readonly rows: number
  readonly columns: readonly ColumnDescription[]
  /** What a spec could begin with. */
  readonly proposed: {
    readonly places: readonly string[]
    readonly person: string | null
    readonly unit: string | null
    readonly size: string | null
  }
}

export interface TableAnswer {
  readonly variables: readonly { readonly name: string; readonly levels: readonly string[] }[]
  readonly codes: readonly (readonly number[])[]
  readonly counts: readonly number[]
}

/** A tree of ever coarser values, as a spec says it. */
export type SpecHierarchy =
  | { readonly file: string }
  | { readonly prefix: readonly number[] }
  | { readonly interval: readonly number[] }

/** The parts of a spec that the page reads. */
export interface SpecShape {
  readonly title?: string
  readonly source?: { readonly file?: string; readonly count?: string; readonly read?: Reading }
  readonly roles?: Readonly<Record<string, RoleName>>
  readonly anonymize?: {
    readonly k: number
    readonly quasiIdentifiers: readonly string[]
    readonly sensitive: readonly { readonly column: string }[]
    readonly others?: 'publish' | 'drop'
    readonly person?: string
    readonly hierarchies?: Readonly<Record<string, SpecHierarchy>>
  }
  /** Which fields there are depends on its kind. */
  readonly audit?: {
    readonly rows?: readonly string[]
    readonly columns?: readonly string[]
    readonly merge?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
    readonly order?: Readonly<Record<string, readonly string[]>>
    readonly small: number
    readonly decimals?: number
    readonly known?: string
    readonly releases?: readonly string[]
    readonly cells?: readonly string[]
  }
}

export interface SpecState {
  readonly path: string
  readonly text: string
  readonly version: string
  readonly spec: SpecShape | null
  readonly fault: string | null
}
