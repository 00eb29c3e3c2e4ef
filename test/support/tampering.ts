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
import { EVIDENCE_NAME, type Evidence, evidenceOf, fingerprint, frameOf, sha256Text } from '../../src/release/index.ts'
import { escapeMarkup } from '../../src/release/markup.ts'
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
  /** Done when evidence and report have been made to fit. */
  last(work: () => void): void
}

export type Tampering = (release: Tampered) => void

/** The names of the checks that turn wrong. */
export function wrongAfter(
  release: string,
  change: Tampering = () => {},
  options: VerifyOptions = {},
): Promise<readonly string[]> {
  return withForgery(release, change, async (folder) => {
    const { checks } = await verifyRelease(folder, options)
    return checks.filter((check) => !check.ok && !isOnlyRepublished(check)).map(({ name }) => name)
  })
}

/** A copy that was changed, with all that follows from it made to fit, for as long as it is looked at. */
export async function withForgery<T>(
  release: string,
  change: Tampering,
  look: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tacet-tampered-'))
  try {
    cpSync(release, folder, { recursive: true })
    const path = join(folder, 'manifest.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    const before = evidenceIn(folder)
    const last: (() => void)[] = []
    const edit: Tampered['edit'] = (name, rewrite) => rewriteFile(join(folder, name), rewrite)
    change({ manifest, folder, edit, last: (work) => last.push(work) })
    renewWords(folder, manifest, before)
    for (const work of last) work()
    for (const output of manifest.outputs) {
      if (existsSync(join(folder, output.name))) Object.assign(output, await fingerprint(join(folder, output.name)))
    }
    manifest.spec.sha256 = sha256Text(manifest.spec.text)
    writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
    return await look(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Evidence and report are made to repeat the manifest again, in every word that is checked without solving again. */
function renewWords(folder: string, manifest: Tampered['manifest'], before: Evidence | undefined): void {
  const capability = capabilityOf(manifest.command)
  const found = evidenceIn(folder)
  if (found === undefined || before === undefined || capability === undefined) return
  const evidence = again(() => {
    const about = requestOf(manifest).about as About | undefined
    const { software, release } = found
    return evidenceOf({ draft: manifest, guarantee: capability.guarantee, about, date: release.date, software })
  })
  if (evidence === undefined) return
  writeFileSync(join(folder, EVIDENCE_NAME), `${JSON.stringify(evidence, null, 2)}\n`)
  const report = join(folder, 'report.html')
  if (existsSync(report)) writeFileSync(report, retold(readFileSync(report, 'utf8'), [before, found], evidence))
}

function evidenceIn(folder: string): Evidence | undefined {
  const path = join(folder, EVIDENCE_NAME)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Evidence) : undefined
}

/** The report of one release with the title, date, statement and evidence of another. */
function retold(html: string, befores: readonly Evidence[], after: Evidence): string {
  const before = befores.find(
    (one) => html.startsWith(frameOf(html, one).head) && html.endsWith(frameOf(html, one).last),
  )
  if (before === undefined) return html
  const [old, now] = [frameOf(html, before), frameOf(html, after)]
  const body = html.slice(old.head.length, -old.last.length).replace(old.byline, now.byline)
  const paragraphs = ({ guarantee: { statement } }: Evidence): string[] =>
    statement.map((text) => `<p>${escapeMarkup(readableLoss(text))}</p>`)
  const [said, told] = [paragraphs(before).join(''), paragraphs(after).join('')]
  const retoldBody = body.includes(said) && said !== '' ? body.replace(said, () => told) : body
  return now.head + retoldBody + now.last
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
