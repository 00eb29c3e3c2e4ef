/** The module whose functions run on a thread of their own, as it stands in the built package. */
export const AUDIT_THREAD: URL = new URL('./worker.mjs', import.meta.url)
