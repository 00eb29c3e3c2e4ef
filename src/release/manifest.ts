/**
 * The paper that travels with a release: what was asked, by which version, from which inputs, with which guarantee, and
 * the fingerprint of every output. Inputs are named and nothing more: the hash or the size of a confidential file is a
 * function of it that no noise covers, and whoever can guess the rest of a small file could find a person by it.
 */
import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { CELL_STYLES, readTextFile } from '../data/index.ts'
import { isReallyInside, linkOutOf } from '../files/index.ts'
import { plainIssue } from '../plain-issue.ts'
import { badInput, clipped } from '../request-error.ts'
import { fingerprint } from './sha256-file.ts'
import { STAMPS } from './stamp.ts'

/** The name of a file in the release: plain parts with "/" between them, so that it leads nowhere else on any system. */
const fileName = z.string().refine((name) => name.split('/').every(isPlainPart), {
  error: ({ input }) => `names "${clipped(String(input))}". A release names its own files alone, such as answers.csv`,
})

function isPlainPart(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..' && !/[\\:\p{Cc}]/u.test(part)
}

const file = z.strictObject({ name: fileName, bytes: z.number(), sha256: z.string() })

const manifestSchema = z.strictObject({
  format: z.literal('tacet-manifest-1'),
  tacet: z.string(),
  command: z.string(),
  title: z.string().nullable(),
  runId: z.string(),
  /** NOT PRIVATE for a seeded run, CONFIDENTIAL when the truth was looked at; null for an ordinary release. */
  stamp: z.enum(STAMPS).nullable(),
  spec: z.strictObject({ text: z.string().nullable(), sha256: z.string() }),
  inputs: z.array(z.strictObject({ name: z.string() })),
  outputs: z.array(file),
  /** How texts stand in its CSV files; as they are where it does not say. */
  cells: z.enum(CELL_STYLES).optional(),
  privacy: z.record(z.string(), z.unknown()),
  checks: z.record(z.string(), z.unknown()),
  result: z.record(z.string(), z.unknown()),
})

export type Manifest = z.output<typeof manifestSchema>

export const MANIFEST_NAME = 'manifest.json'

/** What a capability fills in; outputs are fingerprinted here. */
export type ManifestDraft = Omit<Manifest, 'format' | 'tacet' | 'inputs' | 'outputs'>

export async function buildManifest(
  version: string,
  draft: ManifestDraft,
  inputs: readonly string[],
  folder: string,
  outputs: readonly string[],
): Promise<Manifest> {
  const fingerprints: z.output<typeof file>[] = []
  // One after the other: there can be thousands, and each that is read holds a megabyte.
  for (const name of outputs) fingerprints.push({ name, ...(await fingerprint(join(folder, name))) })
  return {
    format: 'tacet-manifest-1',
    tacet: version,
    ...draft,
    inputs: inputs.map((path) => ({ name: basename(path) })),
    outputs: fingerprints,
  }
}

/**
 * Reads the manifest of a release. Every reader of a release calls this first. It refuses a name in the manifest, or a link among
 * the files, that leads out of the folder.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST_NAME)
  if (statSync(folder, { throwIfNoEntry: false })?.isFile())
    throw badInput(
      `${folder} is a file, not a release. Name the folder of a release: the one with a ${MANIFEST_NAME} in it.`,
    )
  if (existsSync(path) && !(await isReallyInside(folder, path))) throw linkedOut(folder, MANIFEST_NAME)
  const text = await readTextFile(path, `${folder} is not a release: a release has a ${MANIFEST_NAME} in it.`)
  const parsed = manifestSchema.safeParse(parseJson(text, path), { error: plainIssue })
  if (!parsed.success) {
    const { path: field, message } = parsed.error.issues[0]
    throw badInput(`${path} is damaged: ${field.join('.') || 'the document'}: ${message}.`)
  }
  const link = await linkOutOf(folder)
  if (link !== undefined) throw linkedOut(folder, link)
  return parsed.data
}

function linkedOut(folder: string, name: string): Error {
  return badInput(
    `${folder} is not a release as it was made: ${clipped(name)} in it is a link that leads out of the folder, and is not followed. Put the file itself there.`,
  )
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badInput(`${path} is damaged: it is not JSON.`)
  }
}

/** The outputs that are missing or are no longer what the manifest says. */
export async function changedOutputs(folder: string, manifest: Manifest): Promise<readonly string[]> {
  const changed: string[] = []
  for (const output of manifest.outputs) {
    const now = await fingerprint(join(folder, output.name)).catch(() => undefined)
    if (now === undefined) changed.push(`${output.name} is missing`)
    else if (now.sha256 !== output.sha256) changed.push(`${output.name} has changed since it was released`)
  }
  return changed
}
