import { parseSpec, type SpecFile } from '../spec/index.ts'
import { readTextFile } from './text-file.ts'

export async function readSpec(path: string): Promise<SpecFile> {
  const text = await readTextFile(path, 'A spec is a YAML or JSON file; `tacet init` writes an example.')
  return { path, text, spec: parseSpec(text, path) }
}
