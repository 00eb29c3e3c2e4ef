/**
 * The folder against its manifest: every file is as released, the files are those that such a release has, and nothing else
 * lies beside them. A stopped run's own files hold fingerprints of confidential data, so a stray file is a fault.
 */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { wayTo } from '../files/index.ts'
import {
  changedOutputs,
  EVIDENCE_NAME,
  MANIFEST_NAME,
  type Manifest,
  REPORT_NAME,
  SIGNATURE_NAME,
  sha256Text,
} from '../release/index.ts'
import { type Check, checkOf } from './check.ts'
import { requestOf } from './stated-spec.ts'

/** The files of a release, without the ending of a table: those that must be there, and those that may. */
export interface FileNames {
  readonly tables: readonly string[]
  readonly optional?: readonly string[]
  /** Files under their full name. */
  readonly others?: readonly string[]
}

export async function fileCheck(folder: string, manifest: Manifest): Promise<Check> {
  const listed = manifest.outputs.map(({ name }) => name)
  const stray = (await filesIn(folder)).filter((name) => ![MANIFEST_NAME, SIGNATURE_NAME, ...listed].includes(name))
  const faults = [
    ...(await changedOutputs(folder, manifest)),
    ...(await resized(folder, manifest)),
    ...stray.map((name) => `${name} is in the folder and not in the manifest`),
  ]
  return checkOf('files', faults, `${listed.length} files match the manifest; no extra files`)
}

/** Every file under the folder, by the names that a manifest gives. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => wayTo(folder, join(entry.parentPath, entry.name)))
    .sort()
}

async function resized(folder: string, { outputs }: Manifest): Promise<string[]> {
  const sizes = await Promise.all(outputs.map(({ name }) => stat(join(folder, name)).catch(() => undefined)))
  return outputs.flatMap(({ name, bytes }, i) => {
    const size = sizes[i]?.size
    return size === undefined || size === bytes ? [] : [`${name} has ${size} bytes, and the manifest says ${bytes}`]
  })
}

/** The manifest lists what such a release is made of: each file once, the report among them, nothing else. */
export function outputsCheck({ outputs }: Manifest, { tables, optional = [], others = [] }: FileNames): Check {
  const names = outputs.map(({ name }) => name)
  const isTable = (stem: string) => (name: string) => name === `${stem}.csv` || name === `${stem}.parquet`
  const known = [
    ...[...tables, ...optional].map(isTable),
    ...[...others, EVIDENCE_NAME, REPORT_NAME].map((full) => (name: string) => name === full),
  ]
  const missing = [
    ...tables.filter((stem) => !names.some(isTable(stem))),
    ...[...others, REPORT_NAME].filter((name) => !names.includes(name)),
  ]
  const faults = [
    ...missing.map((name) => `the manifest lists no ${name}`),
    ...names.filter((name) => !known.some((fits) => fits(name))).map((name) => `${name} is no file of such a release`),
    ...known
      .flatMap((fits) => names.filter(fits).slice(1))
      .map((name) => `${name} is listed beside another of its kind`),
  ]
  return checkOf('outputs', faults, 'the manifest lists what such a release is made of')
}

export function specCheck(manifest: Manifest): Check {
  const { text, sha256 } = manifest.spec
  const faults =
    text === null
      ? ['the manifest does not say what was asked']
      : [...(sha256Text(text) === sha256 ? [] : ['its text was changed after the release']), ...titleFaults(manifest)]
  return checkOf('spec', faults, 'its text has the fingerprint given')
}

/** A spec may leave its title out. */
function titleFaults(manifest: Manifest): string[] {
  let asked: unknown
  try {
    asked = requestOf(manifest).title
  } catch {
    return [] // another check names it
  }
  if (typeof asked !== 'string' || asked.trim() === manifest.title?.trim()) return []
  return ['the title of the release is not the one that it asks for']
}
