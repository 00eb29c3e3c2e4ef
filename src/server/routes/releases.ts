/** Releases: what they state, whether that holds, what is in them, and what a second person decides. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { capabilityOf, verifyRelease } from '../../jobs/index.ts'
import { fingerprint, MANIFEST_NAME, readManifest } from '../../release/index.ts'
import { badInput } from '../../request-error.ts'
import { refuse } from '../guard.ts'
import { REPORT_POLICY } from '../headers.ts'
import { anonymizedFrom } from '../made-from.ts'
import { readBody } from '../read-body.ts'
import { ledgerOfRun } from '../release-ledger.ts'
import { releaseMap } from '../release-map.ts'
import { readPlaces } from '../release-places.ts'
import { readReleasedErrors, readReleaseTable } from '../release-table.ts'
import { addReview, DECISIONS, readReviews, reviewPath } from '../review.ts'
import type { Studio } from '../studio.ts'

const ANSWERS = /^answers\.(csv|parquet)$/

const pathRequest = z.strictObject({ path: z.string() })
const verifyRequest = z.strictObject({ path: z.string(), ledger: z.string().nullable() })
const tableRequest = z.strictObject({
  path: z.string(),
  output: z.string(),
  where: z.record(z.string(), z.string()),
  limit: z.int().min(1).max(5000),
})
const placesRequest = z.strictObject({
  path: z.string(),
  level: z.string(),
  figure: z.strictObject({ query: z.string(), answer: z.string() }).nullable(),
})
const reviewRequest = z.strictObject({
  path: z.string(),
  decision: z.enum(DECISIONS),
  reviewer: z.string().trim().min(1).max(200),
  reason: z.string().trim().min(1).max(5000),
  ledger: z.string().nullable(),
})

export function releaseRoutes({ folder, handles }: Studio): Hono {
  const routes = new Hono()
  const checksOf = async (release: string, ledger: string | null) =>
    verifyRelease(release, ledger === null ? {} : { ledger: await folder.existingWithOthers(ledger) })

  /** Decisions stand beside the release: where that is the open folder itself, they are outside it. */
  const reviewsOf = async (release: string) => {
    if (release === folder.path) return []
    await folder.writableAt(reviewPath(release))
    return (await readReviews(release)).lines
  }

  routes.post('/read', async (context) => {
    const { path } = await readBody(context, pathRequest)
    const release = await folder.existing(path)
    const manifest = await readManifest(release)
    const found = await folder.existingAt(join(release, 'report.html')).catch(() => undefined)
    const report = found !== undefined && (await stat(found)).isFile() ? handles.handleOf(found) : null
    const answers = manifest.outputs.find(({ name }) => ANSWERS.test(name))
    const errors =
      answers === undefined ? [] : await readReleasedErrors(await folder.existingAt(join(release, answers.name)))
    const draws = capabilityOf(manifest.command)?.draws ?? false
    const ledger = draws ? await ledgerOfRun(folder, manifest.runId) : null
    return context.json({ path, manifest, report, errors, reviews: await reviewsOf(release), draws, ledger })
  })

  routes.post('/anonymized', async (context) => {
    const { path } = await readBody(context, pathRequest)
    return context.json({ releases: await anonymizedFrom(folder, path) })
  })

  routes.post('/verify', async (context) => {
    const { path, ledger } = await readBody(context, verifyRequest)
    const { checks } = await checksOf(await folder.existing(path), ledger)
    return context.json({ checks })
  })

  routes.post('/table', async (context) => {
    const { path, output, where, limit } = await readBody(context, tableRequest)
    const release = await folder.existing(path)
    const { outputs } = await readManifest(release)
    if (!outputs.some(({ name }) => name === output)) throw badInput('The release has no such table.')
    return context.json(await readReleaseTable(await folder.existingAt(join(release, output)), where, limit))
  })

  routes.post('/places', async (context) => {
    const { path, level, figure } = await readBody(context, placesRequest)
    const release = await folder.existing(path)
    const { outputs, spec } = await readManifest(release)
    const answers = outputs.find(({ name }) => ANSWERS.test(name))
    if (answers === undefined) throw badInput('The release has no table of answers by place.')
    const found = await readPlaces({ path: await folder.existingAt(join(release, answers.name)), level, figure })
    const map = spec.text === null ? null : await releaseMap({ folder, release: path, spec: spec.text, ...found })
    return context.json({ ...found, map })
  })

  routes.post('/review', async (context) => {
    const { path, ledger, ...request } = await readBody(context, reviewRequest)
    const release = await folder.existing(path)
    await folder.writableAt(reviewPath(release))
    const { sha256: manifestSha256 } = await fingerprint(await folder.existingAt(join(release, MANIFEST_NAME)))
    const { manifest, checks } = await checksOf(release, ledger)
    const failed = checks.filter((check) => !check.ok).length
    const counted = { passed: checks.length - failed, failed }
    const { runId, stamp } = manifest
    const { lines } = await addReview(release, { ...request, runId, stamp, manifestSha256, checks: counted })
    return context.json({ reviews: lines })
  })
  return routes
}

/** A report in a frame, under a handle that was given out before. */
export function reportPage({ folder, handles }: Studio): (context: Context) => Promise<Response> {
  return async (context) => {
    const path = handles.pathOf(context.req.param('handle') ?? '')
    if (path === undefined) return refuse(context, 404, 'There is no such report.')
    const report = await folder.existingAt(path) // it may have become a link since
    context.header('content-security-policy', REPORT_POLICY)
    context.header('content-type', 'text/html; charset=utf-8')
    return context.body(await readFile(report, 'utf8'))
  }
}
