/**
 * Releases made by the commands themselves, and changed afterwards as somebody would who wants to be believed: files and
 * manifest are rewritten and every fingerprint is made to fit again.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { verifyRelease } from '../../src/jobs/index.ts'
import { fingerprint, sha256Text } from '../../src/release/index.ts'
import type { Check, VerifyOptions } from '../../src/verify/index.ts'

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
    renewEvidence(folder, manifest)
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

/** The evidence is made to repeat the manifest again. */
function renewEvidence(folder: string, { runId, title, command, stamp, privacy, checks }: Tampered['manifest']): void {
  const path = join(folder, 'evidence.json')
  if (!existsSync(path)) return
  const evidence = JSON.parse(readFileSync(path, 'utf8'))
  Object.assign(evidence.release, { runId, title, capability: command, stamp })
  const loss = typeof privacy.words === 'string' ? privacy.words : 'none is stated'
  Object.assign(evidence.guarantee, {
    statement: privacy.statement ?? [],
    outside: privacy.publishedExactly ?? [],
    loss,
  })
  Object.assign(evidence, { checks })
  Object.assign(evidence.ledger, { name: privacy.ledger ?? null, head: privacy.ledgerHead ?? null })
  evidence.algorithm.composition = privacy.cost ?? null
  writeFileSync(path, `${JSON.stringify(evidence, null, 2)}\n`)
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
