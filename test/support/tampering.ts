/**
 * Releases made by the commands themselves, and changed afterwards as somebody would who wants to be believed: files and
 * manifest are rewritten and every fingerprint is made to fit again.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { verifyRelease } from '../../src/jobs/index.ts'
import { capabilityOf } from '../../src/jobs/registry.ts'
import { readableLoss } from '../../src/privacy/index.ts'
import { type Evidence, evidenceOf, fingerprint, renderReleaseReport, sha256Text } from '../../src/release/index.ts'
import type { About } from '../../src/spec/index.ts'
import type { Check, VerifyOptions } from '../../src/verify/index.ts'
import { requestOf } from '../../src/verify/stated-spec.ts'

/** A folder for the releases of one file of tests, with these files in it. */
export function homeWith(files: Readonly<Record<string, string>>): string {
  const home = mkdtempSync(join(tmpdir(), 'tacet-tampering-'))
  afterAll(() => rmSync(home, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text)
  return home
}

export interface Tampered {
  // biome-ignore lint/suspicious/noExplicitAny: a test may break any part of it.
  readonly manifest: any
  readonly folder: string
  /** Rewrites a text file, which must change. */
  edit(name: string, change: (text: string) => string): void
}

export type Tampering = (release: Tampered) => void

/** The names of the checks that turn wrong. */
export async function wrongAfter(
  release: string,
  change: Tampering = () => {},
  options: VerifyOptions = {},
): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tacet-tampered-'))
  try {
    cpSync(release, folder, { recursive: true })
    const path = join(folder, 'manifest.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    change({ manifest, folder, edit: (name, rewrite) => rewriteFile(join(folder, name), rewrite) })
    renewWords(folder, manifest)
    for (const output of manifest.outputs) {
      if (existsSync(join(folder, output.name))) Object.assign(output, await fingerprint(join(folder, output.name)))
    }
    manifest.spec.sha256 = sha256Text(manifest.spec.text)
    writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
    const { checks } = await verifyRelease(folder, options)
    return checks.filter((check) => !check.ok && !isOnlyRepublished(check)).map(({ name }) => name)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Evidence and report are made to repeat the manifest again, in every word that is checked without solving again. */
export function renewWords(folder: string, manifest: Tampered['manifest']): void {
  const path = join(folder, 'evidence.json')
  const capability = capabilityOf(manifest.command)
  if (!existsSync(path) || capability === undefined) return
  const before = JSON.parse(readFileSync(path, 'utf8')) as Evidence
  const evidence = again(() => {
    const about = requestOf(manifest).about as About | undefined
    const { software } = before
    return evidenceOf({ draft: manifest, guarantee: capability.guarantee, about, date: before.release.date, software })
  })
  if (evidence === undefined) return
  writeFileSync(path, `${JSON.stringify(evidence, null, 2)}\n`)
  const says = evidence.guarantee.statement.map((text) => ({ kind: 'paragraph' as const, text: readableLoss(text) }))
  const { title, stamp } = manifest
  const report = {
    title: title ?? '',
    stamp: stamp ?? undefined,
    summary: [],
    sections: [{ title: 'Told', blocks: says }],
  }
  writeFileSync(join(folder, 'report.html'), renderReleaseReport(report, evidence))
}

/** What cannot be made from a manifest that is broken is left as it is. */
function again<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Any change differs from the files that the ledger holds; these tests ask what else gives it away. */
function isOnlyRepublished({ name, detail }: Check): boolean {
  return name === 'ledger' && detail.split('; ').every((fault) => fault.endsWith('is not the file that was published'))
}

function rewriteFile(path: string, rewrite: (text: string) => string): void {
  const before = readFileSync(path, 'utf8')
  const after = rewrite(before)
  if (after === before) throw new Error(`${path} was not changed`)
  writeFileSync(path, after)
}

/** Changes one value of one line of a CSV file; lines count from 1, after the header. */
export function inCsv(name: string, line: number, column: string, change: (value: string) => string): Tampering {
  return ({ edit }) =>
    edit(name, (text) => {
      const lines = text.split('\n')
      const at = lines[0].split(',').indexOf(column)
      const values = lines[line].split(',')
      values[at] = change(values[at])
      lines[line] = values.join(',')
      return lines.join('\n')
    })
}

/** Takes the column of the stamp out of a file. */
export function withoutStamp(text: string): string {
  return text.replaceAll(/,(tacet_stamp|"?NOT PRIVATE[^\n]*)$/gm, '')
}
