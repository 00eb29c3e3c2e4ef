/** Specs as files: read with a version, written only over the version that was read, comments kept. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { writeDurably } from '../files/index.ts'
import { badInput, RequestError } from '../request-error.ts'
import { parseSpec, type Spec } from '../spec/index.ts'

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

function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}
