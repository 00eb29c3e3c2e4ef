/**
 * Where the built package is, whichever of its files this code was put into: workers, the studio's page and the solvers are found by
 * their place in it. Run from source, as tests do, that is the last build: a thread cannot load TypeScript.
 */
const here = import.meta.url

/** The sources run as they are. */
export const isSource: boolean = here.endsWith('.ts')

const BUILT = '/dist/'

/** dist/, which stands beside package.json. */
export const builtFolder: URL = isSource
  ? new URL('../dist/', here)
  : new URL(here.slice(0, here.lastIndexOf(BUILT) + BUILT.length))
