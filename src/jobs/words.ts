/** Sentences that several capabilities say of themselves. */

/** What a stopped run has left behind. */
export const RESUMES = 'Run the same command again to resume.'
export const NOTHING_RELEASED = 'Nothing was released.'

/** What a verified release of noisy figures is. */
export const FIGURES_AGREE =
  'This means that the figures agree with each other and with the privacy statement. It does not mean that the data were right, or that nothing else was published from them: the ledger tells that.'
