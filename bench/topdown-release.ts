/** One top-down release by the library, measured. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { capabilities, jobFrom, localContext, type RunEvent, readSpec } from 'tacet'
import type { TopdownEvaluation } from 'tacet/jobs'

export interface Measured {
  readonly seconds: number
  /** Peak memory of the process so far. */
  readonly bytes: number
  /** Seconds of the levels together. */
  readonly solving: number
  readonly levels: readonly {
    readonly level: string
    readonly parents: number
    readonly seconds: number
    readonly worstResidual: number
    readonly rounding: Readonly<Record<string, number>>
  }[]
  readonly checks: Readonly<Record<string, unknown>>
  readonly evaluation: TopdownEvaluation | undefined
}

/**
 * Writes the spec into the folder, makes the release, and takes it away again. `read` looks at it before that, and has it evaluated unless that is
 * said not to be.
 */
export async function release(
  folder: string,
  spec: string,
  seed: string,
  read?: (out: string) => Promise<void> | void,
  evaluate = read !== undefined,
): Promise<Measured> {
  const home = mkdtempSync(join(folder, 'run-'))
  const path = join(folder, `${home.split('/').at(-1)}.yaml`)
  writeFileSync(path, spec)
  const out = join(home, 'out')
  const begun = performance.now()
  try {
    const { topdown } = capabilities
    const options = { out, seed, evaluate, format: read === undefined ? 'parquet' : 'csv' } as const
    const watch = levelWatch()
    const context = localContext(options, { events: watch.events })
    const { manifest, figures } = await topdown.run(jobFrom(await readSpec(path)), context)
    const seconds = (performance.now() - begun) / 1000
    await read?.(out)
    const { nonNegativeIntegers, childrenAddUp, factsHold } = manifest?.checks ?? {}
    const levels = figures.solve.map((level) => ({ ...level, seconds: watch.secondsOf(level.level) }))
    return {
      seconds,
      bytes: process.resourceUsage().maxRSS * 1024,
      solving: levels.reduce((sum, level) => sum + level.seconds, 0),
      levels,
      checks: { nonNegativeIntegers, childrenAddUp, factsHold },
      evaluation: figures.evaluation,
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
    rmSync(path, { force: true })
  }
}

/** The seconds from one phase to the next, for the levels of the release itself. */
function levelWatch(): { readonly events: (event: RunEvent) => void; readonly secondsOf: (level: string) => number } {
  const spent = new Map<string, number>()
  let current: { readonly level: string; readonly begun: number } | undefined
  const events = (event: RunEvent): void => {
    if (event.kind !== 'phase') return
    const now = performance.now()
    if (current !== undefined) spent.set(current.level, (spent.get(current.level) ?? 0) + (now - current.begun) / 1000)
    const isLevel = event.id === 'solve' && event.of !== undefined && event.within === undefined
    current = isLevel ? { level: event.of, begun: now } : undefined
  }
  return { events, secondsOf: (level) => spent.get(level) ?? 0 }
}
