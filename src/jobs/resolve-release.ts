/**
 * A release solved again from what it published, and every table and the report compared byte by byte. Unlike the other checks this uses the
 * code that made the release: it shows that the figures are what these measurements give, not that the code is right.
 */
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeAll } from '../files/index.ts'
import { type Manifest, readManifest } from '../release/index.ts'
import { badInput, RequestError } from '../request-error.ts'
import { localContext, type Working, workingOf } from '../run/context.ts'
import type { Check } from '../verify/check.ts'
import { version } from '../version.ts'
import { capabilityOf } from './registry.ts'

export interface ResolveOptions {
  /** The folder with the public files that the spec names: regions, tables of facts. */
  readonly beside?: string
  /** The folder of the release that this one extends. */
  readonly earlier?: string
  readonly working?: Working
}

const NAME = 'solved again'

export async function resolveRelease(release: string, options: ResolveOptions = {}): Promise<Check> {
  const manifest = await readManifest(release)
  const folder = await mkdtemp(join(tmpdir(), 'tacet-resolve-'))
  try {
    const written = await solveAgain(release, manifest, join(folder, 'again'), options)
    const changed: string[] = []
    for (const file of written) {
      const [published, again] = await Promise.all([
        readFile(join(release, file)).catch(() => undefined),
        readFile(join(folder, 'again', file)),
      ])
      if (published === undefined || !published.equals(again)) changed.push(file)
    }
    const detail = `${written.length === 1 ? 'one file comes' : `${written.length} files come`} out byte for byte from the published measurements`
    const faults = changed.map((file) => `${file} is not what the published measurements give`)
    return { name: NAME, ok: faults.length === 0, detail: faults.join('; ') || detail }
  } finally {
    await removeAll(folder)
  }
}

/** What is solved again without being asked for: releases of so many bytes, which take a few seconds. */
const SMALL = 1 << 18

/** The check, or in words why it was not made. */
export async function resolveIfSmall(release: string, options: ResolveOptions = {}): Promise<Check | string> {
  const manifest = await readManifest(release)
  const { resolve } = capabilityOf(manifest.command) ?? { resolve: 'cannot be solved again' }
  const bytes = manifest.outputs.reduce((sum, output) => sum + output.bytes, 0)
  const asked = '`resolve` does that'
  const what = 'the standard errors, the tables and the report'
  if (typeof resolve === 'string') return `the figures and the report, which follow from data that are not published`
  if (manifest.tacet !== version) return `${what}: this is Tacet ${version}, and it was made with ${manifest.tacet}`
  if (bytes > SMALL) return `${what}, since the release is large; ${asked}`
  try {
    return await resolveRelease(release, options)
  } catch (error) {
    if (error instanceof RequestError) return `${what} (${error.message} ${asked}, with the public files at hand)`
    throw error
  }
}

async function solveAgain(
  release: string,
  manifest: Manifest,
  out: string,
  { beside = '.', earlier, working = workingOf(localContext()) }: ResolveOptions,
): Promise<readonly string[]> {
  const resolve = capabilityOf(manifest.command)?.resolve ?? 'cannot be solved again'
  if (resolve !== 'cannot be solved again') return resolve({ release, manifest, beside, earlier, out, working })
  throw badInput(`A release of \`tacet ${manifest.command}\` cannot be solved again from what it publishes.`)
}
