/** Specs as files: read with a version, written only over the version that was read, comments kept. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Document, isMap, isNode, isScalar, parseDocument } from 'yaml'
import { z } from 'zod'
import { writeDurably } from '../files/index.ts'
import { badInput, RequestError } from '../request-error.ts'
import { parseSpec, SPEC_HEAD, type Spec } from '../spec/index.ts'

export interface SpecState {
  readonly path: string
  readonly text: string
  readonly version: string
  readonly spec: Spec | null
  /** What is wrong with it, in words, when it is no spec. */
  readonly fault: string | null
}

export const NO_FILE = 'none'

/** The name of a spec, as it came. */
export function checkedSpecName(path: string): string {
  if (!/\.ya?ml$/i.test(path)) throw badInput('A spec has a name that ends in ".yaml".')
  return path
}

export async function readSpecFile(path: string, name: string): Promise<SpecState> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return { path: name, text: '', version: NO_FILE, spec: null, fault: null }
  return { path: name, text, version: versionOf(text), ...parsed(text, name) }
}

function parsed(text: string, name: string): Pick<SpecState, 'spec' | 'fault'> {
  try {
    return { spec: parseSpec(text, name), fault: null }
  } catch (error) {
    if (error instanceof RequestError) return { spec: null, fault: error.message }
    throw error
  }
}

/** Writes the text if the file still is the version that the writer saw. */
export async function writeSpecFile(path: string, name: string, text: string, version: string): Promise<SpecState> {
  const now = await readSpecFile(path, name)
  if (now.version !== version)
    throw new RequestError('refused', `${name} was changed by somebody else since it was read. Read it again first.`)
  parseSpec(text, name)
  await writeDurably(path, text)
  return readSpecFile(path, name)
}

/** One field to be set, by its path; null takes it away. */
export const specChange = z.strictObject({
  path: z
    .array(z.union([z.string(), z.int()]))
    .min(1)
    .readonly(),
  value: z.unknown(),
})

export type SpecChange = z.output<typeof specChange>

/** The text of a spec with some fields changed; what stays the same keeps its place, its form and its comments. */
export function withChanges(text: string, changes: readonly SpecChange[]): string {
  const document = parseDocument(text.trim() === '' ? SPEC_HEAD : text)
  for (const { path, value } of changes) assign(document, [...path], value)
  return document.toString({ lineWidth: 120, flowCollectionPadding: true })
}

function assign(document: Document, path: (string | number)[], value: unknown): void {
  const there = document.getIn(path, true)
  if (value === null) document.deleteIn(path)
  else if (isMap(there) && isPlain(value)) {
    for (const { key } of [...there.items]) {
      const name = String(isScalar(key) ? key.value : key)
      if (!(name in value)) document.deleteIn([...path, name])
    }
    for (const [name, inner] of Object.entries(value)) assign(document, [...path, name], inner)
  } else if (!isNode(there) || JSON.stringify(there.toJS(document)) !== JSON.stringify(value))
    document.setIn(path, document.createNode(value))
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}
