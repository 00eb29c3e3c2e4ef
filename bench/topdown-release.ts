/** One top-down release by the library, measured. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTopdown, type TopdownEvaluation } from 'tacet/jobs'
import { SILENT } from 'tacet/run'

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

/** Writes the spec into the folder, makes the release, and takes it away again. `read` looks at it before that. */
export async function release(
  folder: string,
  spec: string,
  seed: string,
  read?: (out: string) => Promise<void> | void,
): Promise<Measured> {
  const home = mkdtempSync(join(folder, 'run-'))
  const path = join(folder, `${home.split('/').at(-1)}.yaml`)
  writeFileSync(path, spec)
  const out = join(home, 'out')
  const begun = performance.now()
  try {
    const { manifest, evaluation } = await runTopdown(path, {
      out,
      seed,
      evaluate: read !== undefined,
      format: read === undefined ? 'parquet' : 'csv',
      progress: SILENT,
      signal: new AbortController().signal,
    })
    const seconds = (performance.now() - begun) / 1000
    await read?.(out)
    const { nonNegativeIntegers, childrenAddUp, factsHold } = manifest.checks
    const levels = manifest.result.solve as Measured['levels']
    return {
      seconds,
      bytes: process.resourceUsage().maxRSS * 1024,
      solving: levels.reduce((sum, level) => sum + level.seconds, 0),
      levels,
      checks: { nonNegativeIntegers, childrenAddUp, factsHold },
      evaluation,
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
    rmSync(path, { force: true })
  }
}
