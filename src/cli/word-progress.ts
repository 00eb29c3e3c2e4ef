/** Progress as a terminal shows it: in words. */
export interface WordProgress {
  /** A new phase with `total` units of work, or an unknown amount, and the seconds it should take where that is known. */
  phase(words: string, total?: number, expected?: number): void
  /** Units done so far in this phase, and of how many where that turned out later. */
  done(units: number, total?: number): void
}

export const SILENT: WordProgress = { phase: () => {}, done: () => {} }
