/** What the server answers, in types alone: the page takes them from here, so that both speak of the same. */
import type { Phase } from '../run/index.ts'

export interface ProjectFile {
  readonly path: string
  readonly bytes: number
  readonly modified: string
}

export interface ProjectRelease {
  readonly path: string
  readonly command: string
  readonly title: string | null
  readonly runId: string
  readonly stamp: string | null
  /** The day it was made, by its own evidence, wherever it was copied to since; that of its files where it states none. */
  readonly made: string
  readonly modified: string
}

export interface Project {
  readonly folder: string
  readonly data: readonly ProjectFile[]
  readonly specs: readonly ProjectFile[]
  readonly releases: readonly ProjectRelease[]
  readonly ledgers: readonly ProjectFile[]
  /** Runs that were started and have not published yet. */
  readonly unfinished: readonly string[]
  /** Folders through which the work of a run is shared. */
  readonly shared: readonly string[]
  /** More was there than is shown. */
  readonly cut: boolean
}

export interface RunState {
  readonly out: string
  readonly capability: string
  readonly spec: string
  /** Nothing is charged, and the release is stamped NOT PRIVATE. */
  readonly isRehearsal: boolean
  readonly startedAt: string
  readonly state: 'running' | 'stopped' | 'done' | 'failed'
  readonly phase: Phase | null
  readonly units: number
  readonly total: number | null
  readonly charged: boolean
  /** What a search has found: seconds since the start of the run, and the loss by then. */
  readonly best: readonly (readonly [number, number])[]
  readonly notes: readonly string[]
  readonly message: string | null
}

export interface SharedRun {
  readonly folder: string
  readonly capability: string
  readonly startedAt: string
  readonly state: 'running' | 'finished' | 'cancelled'
  readonly steps: readonly { readonly step: string; readonly chunks: number; readonly done: number }[]
  readonly workers: number
  readonly parked: number
}

export interface FigureChoice {
  readonly query: string
  /** Which of its answers: the levels of its attributes; empty for a total. */
  readonly answer: string
}

export interface Place {
  readonly region: string
  readonly count: number
  /** Null where the release states none. */
  readonly standardError: number | null
}

export interface ReleasePlaces {
  readonly level: string
  readonly figure: FigureChoice
  /** What can be asked of this level. */
  readonly figures: readonly FigureChoice[]
  readonly places: readonly Place[]
  /** How many there are, shown or not. */
  readonly matching: number
}

export interface ShadedArea {
  readonly region: string
  readonly path: string
  /** From 0, light, to 4; null without a figure. */
  readonly people: number | null
  readonly error: number | null
}

export interface ReleaseMap {
  readonly width: number
  readonly height: number
  readonly areas: readonly ShadedArea[]
  /** The lowest value of each class: people, and percent of the count. */
  readonly edges: { readonly people: readonly number[]; readonly error: readonly number[] }
}

export interface ReleaseTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** How many lines match, shown or not. */
  readonly matching: number
  /** The values of each column that has few. */
  readonly levels: Readonly<Record<string, readonly string[]>>
}

export interface ReleasedError {
  readonly level: string
  readonly query: string
  readonly regions: number
  readonly standardError: number
}
